/* The page of a finding: draws its steps, and follows the reader through them.
 * What it shows is in the element "data" (page.c says how it is made). Only the
 * rows in sight are drawn, so that long executions stay fluid. */
(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const report = data.report;
const $ = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const HEAD = 44;
const view = { finding: 0, step: 0, zoom: 1, fold: false, hidden: new Set(), object: '' };
let finding, drawing, steps, rows, rowOf, laneOf, lanes, gutter, oneFile, lineElements = [], shownFile;

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
    if (isShown(i, keep))
      rows.push({ step: i });
    else if (rows.length && rows[rows.length - 1].gap)
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

/* Labels of the last lane need room, too. */
const LABEL = 210;
function laneWidth() {
  const all = $('canvas').clientWidth - gutter - 30, room = Math.min(all / lanes, lanes > 1 ? (all - LABEL) / (lanes - 1) : all);
  return Math.max(70, Math.min(room, 260)) * Math.max(1, view.zoom);
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
    const e = element(g, 'svg:g', { class: 'gap row' });
    element(e, 'svg:text', { x: gutter, y: y + 4 }, `… ${row.to - row.step + 1} step${row.to > row.step ? 's' : ''}`);
    e.addEventListener('click', () => { view.fold = false; view.object = ''; view.hidden.clear(); show(); go(row.step); });
    return;
  }
  if (row.failure) {
    const x = laneX(drawing.failed), e = element(g, 'svg:g', { class: 'failure row' });
    element(e, 'svg:path', { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` });
    const words = drawing.failure || finding.message, fits = x + 12 + words.length * 7.6 < width || x < width / 2;
    element(e, 'svg:text', fits ? { x: x + 12, y: y + 4 } : { x: x - 12, y: y + 4, 'text-anchor': 'end' }, words);
    e.addEventListener('click', () => go(steps.length));
    const isTold = steps.some((q, i) => threadIndex(q.thread) === drawing.other && drawing.key.includes(i) && isCulprit(i));
    if (drawing.other !== null && !isTold) {
      const o = laneX(drawing.other);
      element(element(e, 'svg:path', { d: `M${o - 6} ${y - 6}l12 12m0 -12l-12 12` }), 'svg:title', {}, drawing.other_title || '');
    }
    return;
  }
  const s = steps[row.step], t = threadIndex(s.thread), x = laneX(t);
  const e = element(g, 'svg:g', { class: 'row' + (row.step > view.step ? ' future' : '') + (isCulprit(row.step) ? ' accused' : ''), 'data-step': row.step });
  element(e, 'svg:rect', { x: 0, y: y - h / 2, width, height: h, fill: 'transparent' });
  element(e, 'svg:text', { class: 'place', x: 10, y: y + 4 }, oneFile ? s.line || '' : cut(place(s), 16));
  element(e, 'svg:circle', { class: 'mark', cx: x, cy: y, r: 5 });
  if (s.partner)
    element(e, 'svg:circle', { class: 'mark', cx: laneX(threadIndex(s.partner.thread)), cy: y, r: 5 });
  const label = drawing.labels[row.step], room = Math.min(width - x - 14, Math.max(laneWidth() - 16, LABEL));
  element(e, 'svg:text', { x: x + 10, y: y + 4 }, cut(label, Math.floor(room / 7.3)));
  element(e, 'svg:title', {}, `${row.step + 1}: ${s.thread} ${place(s)} ${label}`);
  e.addEventListener('click', () => go(row.step));
}

function drawHeads(svg, top) {
  const g = element(svg, 'svg:g', { transform: `translate(0 ${top})` });
  element(g, 'svg:rect', { class: 'head', x: 0, y: 0, width: '100%', height: HEAD - 8 });
  const seen = new Map();
  finding.threads.forEach((t, i) => { if (!seen.has(laneOf[i]) || !view.hidden.has(t.name)) seen.set(laneOf[i], i); });
  for (const i of seen.values()) {
    const t = finding.threads[i], most = Math.floor(laneWidth() / 7.3);
    element(g, 'svg:text', { class: 'name', x: laneX(i) - 6, y: 16 }, cut(t.name, most));
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

/* ---- beside it ---- */

/* The lines that the finding is about. */
function accused() {
  const lines = [];
  if (finding.file) lines.push({ file: finding.file, line: finding.line });
  if (finding.other_stack && finding.other_stack.length) lines.push(finding.other_stack[0]);
  return lines;
}
/* A step that is itself one of the accesses of a race, or the one that fails. */
const isCulprit = i => finding.kind === 'data-race' ? accused().some(a => a.file === steps[i].file && a.line === steps[i].line)
  : drawing.failed === null && finding.loop_start === null && i === steps.length - 1 && finding.line === steps[i].line;

function standing() {               /* where each thread is: its latest step up to now */
  const at = new Map();
  for (let i = 0; i <= Math.min(view.step, steps.length - 1); i++) {
    at.set(steps[i].thread, steps[i]);
    if (steps[i].partner) at.set(steps[i].partner.thread, steps[i].partner);
  }
  if (view.step === steps.length && drawing.failed !== null && finding.file)
    at.set(finding.threads[drawing.failed].name, finding);
  return at;
}

function fillSource(box, file) {
  const lines = data.sources[file].split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  shownFile = file;
  lineElements = lines.map((text, i) => {
    const line = element(null, 'div', { 'data-line': i + 1 });
    element(line, 'span', { class: 'who' }, '');
    element(line, 'span', { class: 'number' }, i + 1);
    element(line, 'span', {}, text);
    return line;
  });
  box.replaceChildren(...lineElements);
}

function showSource(now) {
  const files = Object.keys(data.sources), at = standing();
  let file = now && data.sources[now.file] !== undefined ? now.file : view.file;
  if (data.sources[file] === undefined) file = files[0];
  view.file = file;
  $('files').replaceChildren();
  if (files.length > 1)
    for (const f of files) {
      const b = element($('files'), 'button', { class: f === file ? 'shown' : '', title: f }, short(f));
      b.addEventListener('click', () => { view.file = f; showSource(null); });
    }
  const box = $('source');
  if (file === undefined) {
    box.replaceChildren(element(null, 'div', { class: 'dim' }, 'The sources could not be read.'));
    return;
  }
  if (shownFile !== file) fillSource(box, file);
  const who = new Map();
  for (const [name, s] of at)
    if (s.file === file) who.set(s.line, (who.get(s.line) || []).concat(name));
  let current = null;
  lineElements.forEach((line, i) => {
    const n = i + 1, classes = [], names = (who.get(n) || []).join(' ');
    if (now && now.file === file && now.line === n) classes.push('current');
    if (accused().some(a => a.file === file && a.line === n)) classes.push('accused');
    if (line.className !== classes.join(' ')) line.className = classes.join(' ');
    if (line.firstChild.textContent !== names) line.firstChild.textContent = names;
    if (classes.includes('current') || (!now && !current && classes.length)) current = line;
  });
  if (current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2 + 8;
}

function showLocks() {
  const box = $('locks'), now = view.step;
  box.replaceChildren();
  $('locks-title').hidden = box.hidden = !drawing.holds.length && !drawing.waits.length;
  for (const [thread, from, to, object] of drawing.holds)
    if (from <= now && (now < to || (to === steps.length)))
      element(box, 'div', {}, `${finding.threads[thread].name} holds ${object}`);
  for (const [thread, from, to, object] of drawing.waits)
    if (from <= now && (now < to || to === steps.length)) {
      const t = finding.threads[thread];
      element(box, 'div', { class: 'dim' }, `${t.name} ${to === steps.length && t.waits ? t.waits : 'waits' + (object ? ' for ' + object : '')}`);
    }
  if (!box.children.length) element(box, 'div', { class: 'dim' }, 'nobody holds or waits for anything');
}

/* The values after each step are found from the first step on; few enough to do each time. */
function showValues() {
  const table = element(null, 'table'), now = new Map(), changed = new Map();
  for (const [name, value] of drawing.variables) now.set(name, value);
  for (let i = steps.length - 1; i >= 0; i--)
    for (const c of steps[i].changes || []) now.set(c.variable, c.before);
  for (let i = 0; i <= Math.min(view.step, steps.length - 1); i++) {
    for (const c of steps[i].changes || []) {
      now.set(c.variable, c.after);
      if (i === view.step) changed.set(c.variable, c.before);
    }
    const v = drawing.values[i];
    if (v) {
      if (i === view.step) changed.set(steps[i].object, now.get(steps[i].object));
      now.set(steps[i].object, v);
    }
  }
  for (const [name, value] of now) {
    if (value === null || value === undefined) continue;
    const row = element(table, 'tr', { class: changed.has(name) ? 'changed' : '' });
    element(row, 'td', {}, name);
    const cell = element(row, 'td', {});
    const old = changed.get(name);
    if (changed.has(name) && old !== undefined && old !== null && old !== value) element(cell, 'span', { class: 'old' }, old + ' → ');
    element(cell, 'span', {}, value);
  }
  $('values-title').textContent = report.engine === 'native' ? 'Values seen so far' : 'Variables and channels';
  $('values').replaceChildren(table);
  $('values-title').hidden = !table.children.length;
}

function showStep() {
  const box = $('step');
  box.replaceChildren();
  const failing = view.step === steps.length;
  const s = failing ? { thread: drawing.failed !== null ? finding.threads[drawing.failed].name : '', file: finding.file, line: finding.line } : steps[view.step];
  if (!s) return null;
  element(box, 'b', {}, s.thread + ' ');
  element(box, 'span', { class: 'dim' }, place(s) + ' ');
  element(box, 'span', {}, failing ? '✗ ' + (drawing.failure || finding.message) : drawing.labels[view.step]);
  if (s.output) element(box, 'div', { class: 'dim' }, 'prints ' + s.output);
  return s;
}

function showExplanation() {
  const box = $('explanation');
  box.replaceChildren();
  const stack = (title, frames) => {
    element(box, 'p', {}, title);
    for (const f of frames) element(box, 'pre', {}, `  ${f.function || '?'}  ${place(f)}`);
  };
  for (const t of finding.threads)
    if (t.waits && /deadlock|livelock|invalid-end/.test(finding.kind)) element(box, 'p', {}, `${t.name} ${t.waits}`);
  if (drawing.failed !== null && finding.threads[drawing.failed].stack.length)
    stack(finding.threads[drawing.failed].name + ' is in', finding.threads[drawing.failed].stack);
  if (finding.other_stack && finding.other_stack.length) stack(drawing.other_title || 'the other access', finding.other_stack);
  if (!box.children.length && finding.loop_start === null) element(box, 'p', {}, finding.message);
  if (finding.loop_start !== null) element(box, 'p', {}, `The steps from ${finding.loop_start + 1} on are repeated forever.`);
}

function showRun() {
  const table = element(null, 'table');
  const add = (name, value) => { const r = element(table, 'tr'); element(r, 'td', { class: 'dim' }, name); element(r, 'td', {}, value); };
  add('checked', report.inputs.join(' '));
  add('verdict', report.verdict + (report.reason ? ': ' + report.reason : ''));
  if (data.claim) add('means', data.claim);
  add('looked for', report.checked.join(', '));
  for (const a of report.assumptions) add('assumed', a);
  for (const p of report.properties.length > 1 ? report.properties : []) add(p.kind, `${p.name}: ${p.verdict}`);
  for (const k of ['executions', 'states', 'transitions', 'max_depth'])
    if (report.stats[k]) add(k.replace('_', ' '), report.stats[k].toLocaleString('en'));
  add('reduction', report.por);
  $('run').replaceChildren(table);
}

/* ---- following the reader ---- */

function refresh() {
  $('slider').value = view.step;
  $('position').textContent = steps.length ? `step ${Math.min(view.step + 1, steps.length)} of ${steps.length}` : '';
  draw();
  const now = showStep();
  showSource(now);
  showLocks();
  showValues();
}

function go(step) {
  const most = drawing.failed !== null ? steps.length : steps.length - 1;
  view.step = Math.max(0, Math.min(step, most));
  const box = $('canvas'), y = rowY(rowOf[view.step]);
  if (y < box.scrollTop + HEAD + 10 || y > box.scrollTop + box.clientHeight - 30)
    box.scrollTop = y - box.clientHeight / 2;
  refresh();
}

/* To the next row that is shown, over gaps. */
function move(by) {
  let k = rowOf[view.step] + by;
  while (rows[k] && rows[k].gap) k += by;
  if (rows[k]) go(rows[k].step);
}

function show() {                   /* after a change of what is shown */
  $('fold').checked = view.fold;
  $('object').value = view.object;
  for (const b of $('threads').children) b.className = view.hidden.has(b.dataset.thread) ? 'hidden' : '';
  layout();
  refresh();
}

function choose(number) {
  view.finding = number;
  finding = report.findings[number];
  drawing = data.drawings[number];
  steps = finding.steps;
  const used = [...new Set(drawing.lanes)].sort((a, b) => a - b);
  laneOf = drawing.lanes.map(l => used.indexOf(l));
  lanes = Math.max(1, used.length);
  oneFile = new Set(steps.map(s => s.file).filter(f => f)).size <= 1;
  gutter = oneFile ? 56 : 130;
  view.hidden.clear();
  view.object = '';
  view.fold = steps.length > 80;
  $('message').textContent = finding.message;
  const most = drawing.failed !== null ? steps.length : steps.length - 1;
  $('slider').max = Math.max(0, most);
  $('threads').replaceChildren();
  for (const t of finding.threads) {
    const b = element($('threads'), 'button', { 'data-thread': t.name, title: 'show or hide' }, t.name + (t.routine ? ' ' + t.routine : ''));
    b.addEventListener('click', () => { if (!view.hidden.delete(t.name)) view.hidden.add(t.name); show(); });
  }
  $('object').replaceChildren();
  element($('object'), 'option', { value: '' }, 'all');
  for (const o of [...new Set(steps.map(s => s.object).filter(o => o))].sort())
    element($('object'), 'option', { value: o }, o);
  view.step = Math.max(0, most);
  showExplanation();
  show();
  go(view.step);
}

function theme(name) {
  document.documentElement.dataset.theme = name;
}

function start() {
  theme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  $('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  $('verdict').textContent = report.verdict;
  $('verdict').className = report.verdict;
  document.title = `${short(report.inputs[0])}: ${report.verdict} — Mazurka`;
  showRun();
  if (!report.findings.length) {
    $('message').textContent = data.claim || report.reason || '';
    $('timeline').style.display = $('finding-choice').style.display = 'none';
    for (const id of ['step', 'files', 'source', 'locks', 'values', 'explanation']) {
      $(id).style.display = 'none';
      if ($(id).previousElementSibling && $(id).previousElementSibling.tagName === 'H2') $(id).previousElementSibling.style.display = 'none';
    }
    return;
  }
  report.findings.forEach((f, i) => element($('finding'), 'option', { value: i }, `${i + 1}: ${f.kind}`));
  if (report.findings.length < 2) $('finding-choice').style.display = 'none';
  $('finding').addEventListener('change', e => choose(Number(e.target.value)));
  $('first').addEventListener('click', () => go(0));
  $('last').addEventListener('click', () => go(steps.length));
  $('back').addEventListener('click', () => move(-1));
  $('forward').addEventListener('click', () => move(1));
  $('slider').addEventListener('input', e => go(Number(e.target.value)));
  $('fold').addEventListener('change', e => { view.fold = e.target.checked; show(); });
  $('object').addEventListener('change', e => { view.object = e.target.value; show(); });
  const zoom = by => { view.zoom = Math.max(0.5, Math.min(3, view.zoom * by)); show(); go(view.step); };
  $('larger').addEventListener('click', () => zoom(1.25));
  $('smaller').addEventListener('click', () => zoom(0.8));
  const keys = { ArrowDown: () => move(1), ArrowRight: () => move(1), j: () => move(1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1), k: () => move(-1),
    Home: () => go(0), End: () => go(steps.length), '+': () => zoom(1.25), '-': () => zoom(0.8), f: () => { view.fold = !view.fold; show(); }, t: () => $('theme').click() };
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'SELECT' || !keys[e.key]) return;
    if (e.target.id === 'slider' && e.key.startsWith('Arrow')) return;
    keys[e.key]();
    e.preventDefault();
  });
  let waiting = false;
  $('canvas').addEventListener('scroll', () => {
    if (!waiting) requestAnimationFrame(() => { waiting = false; draw(); });
    waiting = true;
  });
  addEventListener('resize', draw);
  choose(0);
}

start();
})();
