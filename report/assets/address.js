// address.js keeps the state in the part of the address after #, so that a view can be sent as a link and the Back button works.

const words = (text) => text ? text.split(',') : [];

// readAddress sets the state from the address. Parts of the state that the address lacks get their initial values. Unknown words are ignored.
function readAddress() {
  const hash = location.hash.slice(1), p = new URLSearchParams(hash);
  const part = data.runs.flatMap((r) => r.shapes.map((s) => [r, s])).find(([, s]) => s.id === hash); // a link to a section
  const preset = data.presets.find((o) => o.name === p.get('for')) || data.start;
  state.run = part ? part[0].id : (data.runs[p.get('run') - 1] || data.runs[0]).id;
  state.shape = part ? part[1].name : p.get('shape');
  state.mode = p.has('mode') ? words(p.get('mode')) : null;
  state.preset = preset.name;
  state.reader = readerOf(preset);
  for (const [name] of numbers) {
    const v = parseFloat(p.get(name));
    if (valid(state.reader, name, v)) state.reader[name] = v;
  }
  if (p.has('needs')) state.reader.needs = data.needs.map((n) => n.name).filter((n) => words(p.get('needs')).includes(n));
  state.now = p.has('now') ? p.get('now') : data.now;
  state.find = p.get('find') || '';
  state.all = p.has('all');
  state.unfold = words(p.get('unfold'));
  state.open = words(p.get('open'));
  const sort = /^(-?)(\d+)$/.exec(p.get('sort'));
  state.sort = sort && sort[2] < columns.length ? {column: Number(sort[2]), down: sort[1] === '-'} : null;
  state.log = {log: true, linear: false}[p.get('scale')] ?? null;
}

// address returns the address of the current state, for readAddress.
function address() {
  const p = new URLSearchParams(), set = (name, value, initial) => { if (value !== initial) p.set(name, value); };
  set('run', data.runs.indexOf(run()) + 1, 1);
  set('shape', shape() ? shape().name : '', run().shapes.length ? run().shapes[0].name : '');
  if (state.mode && shape().classes[0].mode.join() !== state.mode.join()) p.set('mode', state.mode.join());
  set('for', state.preset, data.start.name);
  numbers.forEach(([name]) => set(name, state.reader[name], base()[name]));
  if (!sameNeeds(state.reader.needs, base().needs)) p.set('needs', state.reader.needs.join());
  set('now', state.now, data.now);
  set('find', state.find, '');
  if (state.all) p.set('all', '1');
  set('unfold', state.unfold.join(), '');
  set('open', state.open.join(), '');
  if (state.sort) p.set('sort', (state.sort.down ? '-' : '') + state.sort.column);
  if (state.log !== null) p.set('scale', state.log ? 'log' : 'linear');
  return '#' + p.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

// change calls update, which changes the state, and shows the new state. Each change is an entry of the history, except for typed changes.
function change(update, typed) {
  const before = address();
  update();
  show();
  const after = address();
  if (after !== before) history[typed ? 'replaceState' : 'pushState'](null, '', after);
}
