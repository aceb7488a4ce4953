// reader.js has the form for the reader's use, needs and costs.

const form = document.querySelector('form.reader');
const numbers = [
  ['rate', 'Messages a second'], ['encodes', 'Encodes per message'], ['decodes', 'Decodes per message'],
  ['core', '$ for a core a month'], ['tb', '$ for a TB sent or kept'],
];

const base = () => data.presets.find((p) => p.name === state.preset);
const sameNeeds = (a, b) => a.length === b.length && a.every((n) => b.includes(n));
const customised = () => numbers.some(([name]) => state.reader[name] !== base()[name]) || !sameNeeds(state.reader.needs, base().needs);
const bySpeed = () => state.preset === data.presets[0].name && !customised(); // lines are sorted by rank then

function readerOf(preset) {
  const {rate, encodes, decodes, core, tb} = preset;
  return {rate, encodes, decodes, core, tb, needs: [...preset.needs]};
}

// valid reports whether a number of the form may have this value. Costs can be compared only if messages are encoded or decoded.
function valid(reader, name, value) {
  const r = {...reader, [name]: value};
  return value >= 0 && value <= 1e12 && r.rate > 0 && r.encodes + r.decodes > 0;
}

function makeForm() {
  const uses = el('fieldset', {className: 'choice uses'}, el('legend', {}, 'For'));
  for (const p of data.presets) {
    const input = el('input', {type: 'radio', name: 'for', value: p.name});
    input.onchange = () => change(() => {
      state.preset = p.name;
      state.reader = readerOf(p);
      state.sort = null;
    });
    uses.append(el('label', {title: p.about}, input, el('span', {}, p.title.replace(/^an? /, ''))));
  }
  const needs = el('fieldset', {className: 'needs'}, el('legend', {}, 'Needs'));
  for (const n of data.needs) {
    const input = el('input', {type: 'checkbox', name: 'need', value: n.name});
    input.onchange = () => change(() => {
      state.reader.needs = data.needs.map((o) => o.name).filter((o) => o === n.name ? input.checked : state.reader.needs.includes(o));
    });
    needs.append(el('label', {}, input, ' ' + n.title));
  }
  const costs = el('fieldset', {className: 'costs'}, el('legend', {}, 'Costs'));
  for (const [name, title] of numbers) {
    const input = el('input', {type: 'number', name, min: 0, step: 'any', inputMode: 'decimal'});
    input.oninput = () => {
      const ok = valid(state.reader, name, input.valueAsNumber);
      input.setAttribute('aria-invalid', String(!ok));
      if (ok) change(() => { state.reader[name] = input.valueAsNumber; }, true);
    };
    input.onblur = () => { // replaces an invalid value by the last valid one
      input.value = state.reader[name];
      input.removeAttribute('aria-invalid');
    };
    if (name === 'tb') costs.append(networkChoice());
    costs.append(el('label', {}, title, input));
  }
  const rows = el('fieldset', {className: 'rows'});
  const now = el('select', {name: 'now'});
  now.onchange = () => change(() => { state.now = now.value; });
  const find = el('input', {type: 'search', name: 'find', placeholder: 'codec or wire format'});
  find.oninput = () => change(() => { state.find = find.value; }, true);
  const all = el('input', {type: 'checkbox', name: 'all'});
  all.onchange = () => change(() => { state.all = all.checked; });
  rows.append(el('label', {}, 'You use now', now), el('label', {}, 'Find', find), el('label', {className: 'tick'}, all, ' all variants'));
  const own = el('details', {className: 'own'}, el('summary', {}, 'Needs and costs', el('span', {className: 'needed'})), needs, costs);
  form.prepend(uses, el('p', {className: 'about'}), rows, own);
  form.onsubmit = () => false;
}

// placeForm puts the form after the chart of the shape that is shown, or after its verdict if there is no chart.
function placeForm() {
  const before = shape() ? section().querySelector('.charts.front') || section().querySelector('.verdict') : null;
  if (before && before.nextElementSibling !== form) before.after(form);
  else if (!before) document.querySelector('main').prepend(form);
}

function networkChoice() {
  const select = el('select', {name: 'network'}, ...data.networks.map((n) => el('option', {value: String(n.tb)}, n.title)), el('option', {value: ''}, 'other'));
  select.onchange = () => {
    if (select.value !== '') change(() => { state.reader.tb = Number(select.value); });
  };
  return el('label', {}, 'Network or disks', select);
}

// showForm shows the state in the form.
function showForm() {
  const own = customised(), set = (name, value) => {
    const input = form.elements[name];
    if (input !== document.activeElement || Number(input.value) !== value) input.value = value;
  };
  form.querySelectorAll('[name=for]').forEach((i) => { i.checked = !own && i.value === state.preset; });
  form.querySelectorAll('[name=need]').forEach((i) => { i.checked = state.reader.needs.includes(i.value); });
  numbers.forEach(([name]) => set(name, state.reader[name]));
  const network = form.elements.network, price = String(state.reader.tb);
  network.value = data.networks.some((n) => String(n.tb) === price) ? price : '';
  const codecs = [...new Set(run().shapes.flatMap((s) => Object.keys(s.rows).filter((c) => !s.rows[c].reference).concat(Object.keys(s.failed))))].sort();
  if (state.now && !codecs.includes(state.now)) codecs.push(state.now);
  form.elements.now.replaceChildren(el('option', {value: ''}, '-'), ...codecs.map((c) => el('option', {value: c}, c)));
  form.elements.now.value = state.now;
  if (form.elements.find.value !== state.find) form.elements.find.value = state.find;
  form.elements.all.checked = state.all;
  form.querySelector('.about').textContent = own ? 'Your own choice.' : base().about;
  if (own) form.querySelector('.own').open = true;
  const titles = data.needs.filter((n) => state.reader.needs.includes(n.name)).map((n) => n.title);
  form.querySelector('.needed').textContent = titles.length ? `: ${titles.join('; ')}` : '';
}
