/* The page of a finding: draws its steps, and follows the reader through them.
 * What it shows is in the element "data" (page.c says how it is made). Only the
 * rows in sight are drawn, so that long executions stay fluid. One script with page.js,
 * which follows: what is beside the drawing, and the reader's steps. */
(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const report = data.report;
const $ = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const HEAD = 44;
const view = { finding: 0, step: 0, zoom: 1, fold: false, hidden: new Set(), object: '' };
let finding, drawing, steps, culprits, rows, rowOf, laneOf, lanes, gutter, oneFile, lineElements = [], shownFile;

/* ---- small helpers ---- */

function element(parent, name, attributes, text) {
  const e = name.startsWith('svg:') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
  for (const key in attributes || {})
    e.setAttribute(key, attributes[key]);
  if (text !== undefined)
    e.textContent = text;
  if (parent)
    parent.appendChild(e);
  return e;
}
const short = file => file ? file.slice(file.lastIndexOf('/') + 1) : '';
const place = x => x.file ? short(x.file) + ':' + x.line : '';
const cut = (text, most) => text.length > most ? text.slice(0, Math.max(1, most - 1)) + '…' : text;
/* "acceptor (2)" becomes "acc…(2)": what tells it from others is kept. */
function cutName(name, most) {
  const tail = (name.match(/\(\d+\)$/) || [''])[0];
  return name.length > most && tail ? name.slice(0, Math.max(1, most - 1 - tail.length)) + '…' + tail : cut(name, most);
}
const isOwn = frame => frame.file && !frame.file.startsWith('/usr/');
/* Where a thread waits at the end: the innermost line of the author's. */
const waitPlace = t => t.waits && t.stack && (t.stack.find(isOwn) || t.stack[0]);
const threadIndex = name => finding.threads.findIndex(t => t.name === name);

/* ---- which rows there are ---- */

/* Steps that somebody who looks for the cause wants to see: those that touch what
 * the finding is about, that others wait for or learn from, and the last of each thread. */
function important() {
  const keep = new Uint8Array(steps.length), lastOf = new Map();
  const objects = new Set();
  steps.forEach((s, i) => { lastOf.set(s.thread, i); });
  for (const i of lastOf.values()) {
    keep[i] = 1;
    if (steps[i].object) objects.add(steps[i].object);
  }
  for (const t of finding.threads)
    for (const o of new Set(steps.map(s => s.object)))
      if (o && t.waits && t.waits.split(/[ ,]/).includes(o)) objects.add(o);
  steps.forEach((s, i) => {
    if (s.object && objects.has(s.object)) keep[i] = 1;
    if (s.op === 'create' || s.message) keep[i] = 1;
    if (s.changes && s.changes.length) keep[i] = 1;
  });
  steps.forEach((s, i) => { if (keep[i] && s.after !== null) keep[s.after] = 1; });
  for (const i of drawing.key) keep[i] = 1;
  for (const i of drawing.minor) keep[i] = 0;
  if (finding.loop_start !== null && finding.loop_start < steps.length) keep[finding.loop_start] = 1;
  return keep;
}

function isShown(i, keep) {
  const s = steps[i];
  if (view.hidden.has(s.thread) && !(s.partner && !view.hidden.has(s.partner.thread))) return false;
  if (view.object && s.object !== view.object) return false;
  return !view.fold || keep[i];
}

function layout() {
  const keep = important();
  rows = [];
  rowOf = new Int32Array(steps.length + 1);
  for (let i = 0; i < steps.length; i++) {
    if (finding.omitted && finding.omitted.at === i)
      rows.push({ gap: true, step: i, omitted: finding.omitted.steps });
    if (isShown(i, keep))
      rows.push({ step: i });
    else if (rows.length && rows[rows.length - 1].gap && !rows[rows.length - 1].omitted)
      rows[rows.length - 1].to = i;
    else
      rows.push({ gap: true, step: i, to: i });
    rowOf[i] = rows.length - 1;
  }
  rowOf[steps.length] = rows.length;
  if (drawing.failed !== null)
    rows.push({ failure: true, step: steps.length });
}

/* ---- the drawing ---- */

const rowHeight = () => Math.round(24 * view.zoom);
const laneX = thread => gutter + 20 + laneWidth() * laneOf[thread];
const rowY = row => HEAD + rowHeight() * (row + 0.5);

/* Labels of the last lane need room, too, if there is enough; else they stand at its left. */
const LABEL = 210, LETTER = 7.3;
function laneWidth() {
  const all = $('canvas').clientWidth - gutter - 30, after = lanes > 1 ? (all - LABEL) / (lanes - 1) : all;
  const room = after < 90 ? all / lanes : Math.min(all / lanes, after);
  return Math.max(44, Math.min(room, 260)) * Math.max(1, view.zoom);
}
/* Beside the mark, where there is room for it. */
function drawLabel(parent, x, y, text, attributes) {
  const right = Math.floor((drawingWidth() - x - 14) / LETTER), left = Math.floor((x - gutter - 14) / LETTER);
  const isRight = text.length <= right || right >= left;
  element(parent, 'svg:text', { ...attributes, x: isRight ? x + 12 : x - 12, y: y + 4, ...(isRight ? {} : { 'text-anchor': 'end' }) }, cut(text, isRight ? right : left));
}
const drawingWidth = () => Math.max(gutter + 20 + laneWidth() * lanes, $('canvas').clientWidth - 10);

function arrowKind(s) {
  if (s.message) return 'message';
  if (s.op === 'start' || s.op === 'join') return 'thread';
  if (/lock$/.test(s.op)) return 'lock';
  if (/woken|sem|barrier/.test(s.op)) return 'signal';
  return 'value';
}

function drawArrow(parent, fromThread, fromStep, toThread, toStep, kind) {
  const near = view.step === toStep || view.step === fromStep ? ' near' : '';
  const x1 = laneX(fromThread), y1 = rowY(rowOf[fromStep]), x2 = laneX(toThread), y2 = rowY(rowOf[toStep]);
  const side = x2 > x1 ? 1 : -1;
  element(parent, 'svg:path', { class: 'arrow ' + kind + near, 'marker-end': 'url(#head)', 'data-from': fromStep, 'data-to': toStep,
    d: x1 === x2 ? `M${x1 + 6} ${y1}C${x1 + 34} ${y1} ${x1 + 34} ${y2} ${x2 + 8} ${y2}` : `M${x1} ${y1}L${x2 - 8 * side} ${y1 === y2 ? y2 : y2 - 3}` });
}

function drawSpans(g, first, last) {
  const h = rowHeight();
  const end = to => to < steps.length ? rowY(rowOf[to]) : HEAD + h * rows.length;
  for (const [thread, from, to, object] of drawing.waits) {
    if (rowOf[from] > last || (to < steps.length ? rowOf[to] : rows.length) < first) continue;
    const r = element(g, 'svg:rect', { class: 'wait', fill: 'url(#hatch)', x: laneX(thread) - 6, width: 12, y: rowY(rowOf[from]), height: Math.max(2, end(to) - rowY(rowOf[from])) });
    element(r, 'svg:title', {}, finding.threads[thread].name + ' waits' + (object ? ' for ' + object : ''));
  }
  for (const [thread, from, to, object, depth] of drawing.holds) {
    if (rowOf[from] > last || (to < steps.length ? rowOf[to] : rows.length) < first) continue;
    const r = element(g, 'svg:rect', { class: 'hold', x: laneX(thread) - 14 - 6 * (depth % 3), width: 4, y: rowY(rowOf[from]), height: Math.max(2, end(to) - rowY(rowOf[from])) });
    element(r, 'svg:title', {}, finding.threads[thread].name + ' holds ' + object);
  }
}

function drawRow(g, k) {
  const row = rows[k], y = rowY(k), h = rowHeight();
  const width = drawingWidth();
  if (row.gap) {
    const e = element(g, 'svg:g', { class: row.omitted ? 'omitted gap row' : 'gap row' });
    if (row.omitted) {
      element(e, 'svg:text', { x: gutter, y: y + 4 }, `… ${row.omitted} steps left out (--full writes them)`);
      return;
    }
    element(e, 'svg:text', { x: gutter, y: y + 4 }, `… ${row.to - row.step + 1} step${row.to > row.step ? 's' : ''}`);
    e.addEventListener('click', () => { view.fold = false; view.object = ''; view.hidden.clear(); show(); go(row.step); });
    return;
  }
  if (row.failure) {
    const x = laneX(drawing.failed), e = element(g, 'svg:g', { class: 'failure row' });
    element(e, 'svg:path', { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` });
    drawLabel(e, x, y, drawing.failure || finding.message, {});
    e.addEventListener('click', () => go(steps.length));
    if (drawing.other !== null && !culprits.size) {
      const o = laneX(drawing.other);
      element(element(e, 'svg:path', { d: `M${o - 6} ${y - 6}l12 12m0 -12l-12 12` }), 'svg:title', {}, drawing.other_title || '');
    }
    return;
  }
  const s = steps[row.step], t = threadIndex(s.thread), x = laneX(t);
  const e = element(g, 'svg:g', { class: 'row' + (row.step > view.step ? ' future' : '') + (culprits.has(row.step) ? ' accused' : ''), 'data-step': row.step });
  element(e, 'svg:rect', { x: 0, y: y - h / 2, width, height: h, fill: 'transparent' });
  element(e, 'svg:text', { class: 'place', x: 10, y: y + 4 }, oneFile ? s.line || '' : cut(place(s), 16));
  element(e, 'svg:circle', { class: 'mark', cx: x, cy: y, r: 5 });
  if (s.partner)
    element(e, 'svg:circle', { class: 'mark', cx: laneX(threadIndex(s.partner.thread)), cy: y, r: 5 });
  const label = drawing.labels[row.step];
  drawLabel(e, x, y, label, {});
  element(e, 'svg:title', {}, `${row.step + 1}: ${s.thread} ${place(s)} ${label}`);
  e.addEventListener('click', () => go(row.step));
}

function drawHeads(svg, top) {
  const g = element(svg, 'svg:g', { transform: `translate(0 ${top})` });
  element(g, 'svg:rect', { class: 'head', x: 0, y: 0, width: '100%', height: HEAD - 8 });
  const seen = new Map();
  finding.threads.forEach((t, i) => { if (!seen.has(laneOf[i]) || !view.hidden.has(t.name)) seen.set(laneOf[i], i); });
  for (const i of seen.values()) {
    const t = finding.threads[i], most = Math.floor((laneWidth() - 6) / LETTER);
    element(g, 'svg:text', { class: 'name', x: laneX(i) - 6, y: 16 }, cutName(t.name, most));
    if (t.routine) element(g, 'svg:text', { class: 'place', x: laneX(i) - 6, y: 31 }, cut(t.routine, most));
  }
}

function draw() {
  const svg = $('drawing'), box = $('canvas'), h = rowHeight();
  const width = drawingWidth(), height = HEAD + h * rows.length + 20;
  const first = Math.max(0, Math.floor((box.scrollTop - HEAD) / h) - 2), last = Math.min(rows.length - 1, Math.ceil((box.scrollTop + box.clientHeight) / h) + 2);
  svg.replaceChildren();
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  const defs = element(svg, 'svg:defs');
  const hatch = element(defs, 'svg:pattern', { id: 'hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
  element(hatch, 'svg:rect', { width: 2, height: 6, style: 'fill:var(--hatch)' });
  const head = element(defs, 'svg:marker', { id: 'head', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' });
  element(head, 'svg:path', { d: 'M0 0l8 4l-8 4z', style: 'fill:var(--dim)' });
  finding.threads.forEach((t, i) => {
    if (drawing.from[i] === null || view.hidden.has(t.name)) return;
    const from = drawing.from[i] < 0 ? HEAD : rowY(rowOf[drawing.from[i]]), to = drawing.to[i] === null ? height - 20 : rowY(rowOf[drawing.to[i]]);
    element(svg, 'svg:line', { class: 'lane', x1: laneX(i), x2: laneX(i), y1: from, y2: to });
  });
  const here = rowOf[view.step];
  element(svg, 'svg:rect', { class: 'here', x: 0, y: HEAD + h * here, width, height: h });
  drawSpans(svg, first, last);
  const arrows = element(svg, 'svg:g');
  steps.forEach((s, i) => {
    const visible = j => rowOf[j] >= first && rowOf[j] <= last && !rows[rowOf[j]].gap;
    if (s.after !== null && rowOf[s.after] <= last && rowOf[i] >= first && !rows[rowOf[i]].gap && !rows[rowOf[s.after]].gap)
      drawArrow(arrows, threadIndex(steps[s.after].thread), s.after, threadIndex(s.thread), i, arrowKind(s));
    if (s.partner && visible(i))
      drawArrow(arrows, threadIndex(s.thread), i, threadIndex(s.partner.thread), i, 'message');
  });
  for (let k = first; k <= last; k++)
    drawRow(svg, k);
  if (finding.loop_start !== null && finding.loop_start < steps.length) {
    const b = element(svg, 'svg:path', { class: 'loop', d: `M${gutter - 2} ${rowY(rowOf[finding.loop_start]) - 8}h-6V${rowY(rowOf[steps.length - 1]) + 8}h6` });
    element(b, 'svg:title', {}, 'repeated forever');
  }
  drawHeads(svg, box.scrollTop);
}
