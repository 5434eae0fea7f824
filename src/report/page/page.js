/* The second half of drawing.js: what is beside the drawing, and how the reader moves. */

/* ---- beside it ---- */

/* The lines that the finding is about: where it fails, or where the threads wait for ever. */
function accused() {
  const lines = finding.kind === 'deadlock' ? finding.threads.map(waitPlace).filter(x => x) : [];
  if (finding.file) lines.push({ file: finding.file, line: finding.line });
  if (finding.other_stack && finding.other_stack.length) lines.push(finding.other_stack.find(isOwn) || finding.other_stack[0]);
  return lines;
}

/* The step that is itself the other access of a race, or the one that fails. */
function findCulprits() {
  const last = steps.length - 1, found = new Set();
  if (finding.kind !== 'data-race') {
    if (drawing.failed === null && finding.loop_start === null && last >= 0 && finding.line === steps[last].line) found.add(last);
    return found;
  }
  const verb = (finding.message.match(/: \S+ (?:atomically )?(\w+?)s it /) || [])[1];
  const kinds = { read: /read|load/, write: /write|store|rmw|cas|update/, free: /free/ }[verb] || /./;
  for (let i = last; i >= 0 && !found.size; i--)
    if (threadIndex(steps[i].thread) === drawing.other && drawing.key.includes(i) && kinds.test(steps[i].op)
        && (finding.other_stack || []).some(f => f.file === steps[i].file && f.line === steps[i].line))
      found.add(i);
  return found;
}

function standing() {               /* where each thread is: its latest step up to now */
  const at = new Map();
  for (let i = 0; i <= Math.min(view.step, steps.length - 1); i++) {
    at.set(steps[i].thread, steps[i]);
    if (steps[i].partner) at.set(steps[i].partner.thread, steps[i].partner);
  }
  if (view.step >= steps.length - 1)
    for (const t of finding.threads)
      if (waitPlace(t)) at.set(t.name, waitPlace(t));
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
    if (line.firstChild.textContent !== names) line.firstChild.textContent = line.firstChild.title = names;
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
    for (const f of frames) element(box, 'pre', { class: isOwn(f) ? '' : 'dim' }, `${f.function || 'a function without a name'}  ${place(f)}`);
  };
  for (const t of finding.threads)
    if (t.waits && /deadlock|livelock|invalid-end/.test(finding.kind)) {
      const p = element(box, 'p', {}, `${t.name} ${t.waits} `);
      if (waitPlace(t)) element(p, 'span', { class: 'dim' }, place(waitPlace(t)));
    }
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
  const thread = view.step < steps.length ? threadIndex(steps[view.step].thread) : drawing.failed;
  if (thread !== null && thread >= 0) {
    const x = laneX(thread);
    if (x < box.scrollLeft + 20 || x > box.scrollLeft + box.clientWidth - 20) box.scrollLeft = x - box.clientWidth / 2;
  }
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
  culprits = findCulprits();
  const used = [...new Set(drawing.lanes)].sort((a, b) => a - b);
  laneOf = drawing.lanes.map(l => used.indexOf(l));
  lanes = Math.max(1, used.length);
  oneFile = new Set(steps.map(s => s.file).filter(f => f)).size <= 1;
  gutter = oneFile ? 56 : 130;
  view.hidden.clear();
  view.object = '';
  view.fold = steps.length > 80;
  $('message').textContent = finding.message;
  $('where').textContent = finding.file ? place(finding) : short(report.inputs[0]);
  $('legend').hidden = !drawing.holds.length && !drawing.waits.length;
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
    $('message').textContent = report.verdict === 'ok' ? 'every behaviour is covered' : report.reason || '';
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
