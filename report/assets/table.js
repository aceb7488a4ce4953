// table.js draws the ranking: rows, families of variants, cards, sorting.

// formats says how values are drawn and sorted: cell returns the content of a cell, or the cell itself, and key what lines are sorted by; null
// is an unknown value. The columns themselves, with their values and formats, are in pagecolumns.go.
const formats = {
  name: {cell: (v, l) => nameCell(l), key: (v) => v.toLowerCase()},
  rank: {cell: (v) => v, key: (v) => parseInt(v) || null, first: (v) => parseInt(v) === 1},
  time: {cell: (c) => [duration(c.t), ' ', el('small', {}, plusMinus(c))], key: (c) => c.t, first: (c) => parseInt(c.rank) === 1},
  ratio: {cell: ratio, key: (c) => c.x || null},
  count: {cell: count, key: (v) => v},
  size: {cell: (v, l) => l.row.reference ? '-' : count(v), key: (v, l) => l.row.reference ? null : v},
  mark: {cell: (v) => v ? frontMark() : '', key: (v) => v ? 0 : 1, always: true},
  amount: {cell: (v, l) => l.row.reference ? '' : amount(v), key: (v) => v},
  dollars: {cell: (v, l) => l.row.reference ? '' : dollars(v) + (!bySpeed() && l.unsure ? '?' : ''), key: (v) => v},
  answer: {cell: (a, l, c) => a ? c.words[a.met ? 0 : 1] : '-', key: (a) => a ? Number(!a.met) : null, always: true},
  text: {cell: String, key: (v) => v},
};
const columns = data.columns.map((c) => ({...c, ...formats[c.format]}));
const shownColumns = () => columns.filter((c) => !c.aspect || shape().aspects);

// valueOf returns the value of a column in a line, or null if it is not known.
const valueOf = (c, l) => c.value.split('.').reduce((v, name) => v?.[name], l) ?? null;
const classesOf = (c) => [c.class, c.width && 'w' + c.width].filter(Boolean).join(' ');

const family = (l) => l.codec.split('/')[0];

// visible returns the lines to show: those that match the search, in the chosen order. Of a family, it returns only the first line unless the
// family is unfolded.
function visible(lines) {
  const find = state.find.trim().toLowerCase();
  const found = lines.filter((l) => !find || (l.codec + ' ' + l.row.wire).toLowerCase().includes(find));
  if (state.all) return sorted(found);
  const heads = new Map(); // the first line of each family, with the other lines as members
  for (const l of found) {
    const name = l.row.reference ? l.codec : family(l);
    if (heads.has(name) && l.codec === state.now) heads.set('now', {...l, members: []}); // it stays visible
    else if (heads.has(name)) heads.get(name).members.push({...l, member: true});
    else heads.set(name, {...l, members: []});
  }
  return sorted([...heads.values()]).flatMap((l) => state.unfold.includes(family(l)) ? [l, ...sorted(l.members)] : [l]);
}

function sorted(lines) {
  if (!state.sort) return lines;
  const c = columns[state.sort.column], sign = state.sort.down ? -1 : 1;
  const key = (l) => {
    const v = valueOf(c, l);
    return v === null && !c.always ? null : c.key(v, l);
  };
  return lines.sort((a, b) => {
    const x = key(a), y = key(b);
    if (x === null || y === null) return (x === null) - (y === null); // unknown values come last
    return x < y ? -sign : x > y ? sign : 0;
  });
}

const toggled = (list, name) => list.includes(name) ? list.filter((n) => n !== name) : [...list, name];

function cell(c, l) {
  const v = valueOf(c, l), known = v !== null || c.always;
  const content = known ? [c.cell(v, l, c)].flat() : [];
  const td = content[0]?.tagName === 'TH' ? content[0] : el('td', {}, ...content);
  td.className = [td.className, classesOf(c), known && c.first?.(v) && 'first'].filter(Boolean).join(' ');
  return td;
}

function nameCell(l) {
  const open = state.open.includes(l.codec);
  const button = el('button', {type: 'button', className: 'open'});
  l.codec.split('/').forEach((part, i) => button.append(...(i ? ['/', el('wbr'), part] : [part])));
  button.setAttribute('aria-expanded', String(open));
  button.setAttribute('aria-label', l.codec); // without the triangle and the line breaks
  button.dataset.key = 'open ' + l.codec;
  button.onclick = () => change(() => { state.open = toggled(state.open, l.codec); });
  const name = el('th', {className: l.member ? 'member' : '', scope: 'row'}, button);
  if (l.note) name.append(el('sup', {}, String(l.note)));
  if (l.shares) name.append(' ', el('i', {className: 'badge', title: 'decoded strings share memory: one that is kept keeps others alive'}, 'shared'));
  if (l.row.lossy) name.append(' ', el('i', {className: 'badge'}, 'lossy'));
  if (l.row.reference) name.append(' ', el('i', {className: 'badge'}, 'limit'));
  if (l.members && l.members.length) {
    const unfolded = state.unfold.includes(family(l));
    const more = el('button', {type: 'button', className: 'more'}, unfolded ? 'fold' : '+' + l.members.length);
    more.setAttribute('aria-expanded', String(unfolded));
    more.setAttribute('aria-label', `${l.members.length} more of ${family(l)}`);
    more.dataset.key = 'more ' + family(l);
    more.onclick = () => change(() => { state.unfold = toggled(state.unfold, family(l)); });
    name.append(' ', more);
  }
  name.append(el('small', {}, l.row.wire));
  if (l.row.kind) name.append(el('small', {className: 'kind'}, l.row.kind));
  if (!bySpeed() && l.excluded) name.append(el('small', {className: 'why'}, 'excluded: ' + l.excluded));
  else if (!bySpeed() && l.open.length && !l.row.reference) name.append(el('small', {className: 'why'}, 'not known: ' + l.open.map((o) => o.title).join(', ')));
  else if (!l.row.reference && !l.rank && noisy(l)) name.append(el('small', {className: 'why'}, 'too noisy for a rank'));
  return name;
}

function frontMark() {
  const mark = el('i', {}, '●');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', 'on the front');
  return mark;
}

function rows(l) {
  const tr = el('tr', {className: l.row.reference ? 'reference' : !bySpeed() && l.excluded ? 'excluded' : ''}, ...shownColumns().map((c) => cell(c, l)));
  return state.open.includes(l.codec) ? [tr, cardRow(l)] : [tr];
}

// cardRow returns the row with the card of a line. It spans only the columns that are visible at this width of the page, since a further
// column would take room.
function cardRow(l) {
  const speed = ['enc', 'dec'].filter((op) => l[op]).map((op) => {
    const c = l[op];
    return `${op === 'enc' ? 'encode' : 'decode'} ${duration(c.t)}${c.lo === null ? '' : ` (${duration(c.lo)} to ${duration(c.hi)})`} of ${c.cpu ? 'CPU' : 'wall'} time, wall time as measured ${duration(c.w)}, ` +
      `ratio ${[ratio(c) || '-', bounds(c)].filter(Boolean).join(' ')}, rank ${c.rank || '-'}, ${count(c.b)} B and ${count(c.a)} allocs`;
  });
  const items = [{title: 'Speed', texts: speed}];
  if (l.excluded) items.push({title: 'Excluded', texts: l.excluded.split('; ')});
  const list = el('dl', {}, ...[...items, ...l.row.card, ...run().codecs[l.codec]].map((i) => el('div', {}, el('dt', {}, i.title), ...i.texts.map((t) => el('dd', {}, /^https?:/.test(t) ? el('a', {href: t, rel: 'noreferrer'}, t) : t)))));
  const td = el('td', {}, list, ...codeOf(l.codec));
  td.colSpan = [...section().querySelectorAll('.ranking thead th')].filter((th) => th.offsetWidth).length;
  return el('tr', {className: 'card-row'}, td);
}

// codeOf returns an element with the schema and the adapter of a codec for the shape, which are decompressed when it is opened. Without code for the run, it returns
// none.
function codeOf(codec) {
  if (!(state.run in codes.runs)) return [];
  const code = codes.lists[codes.runs[state.run]];
  if (!code[codec]) return [el('p', {className: 'code'}, 'The code of this row is not on the page, whose size is limited.')];
  const details = el('details', {className: 'code'}, el('summary', {}, 'Schema and adapter, as compiled'));
  details.addEventListener('toggle', async () => {
    if (!details.open || details.children.length > 1) return;
    const found = JSON.parse(await decompressed(code[codec])).find((c) => c.shapes.includes(shape().name));
    if (!found) details.append('None for this shape.');
    else details.append(...found.files.flatMap((f) => [el('h4', {}, `${f.name} (${f.kind})`), el('pre', {}, f.text)]));
  });
  return [details];
}

// decompressed returns the text that newPageCode has compressed.
function decompressed(code) {
  const bytes = Uint8Array.from(atob(code), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

const notes = (c) => (c.notes || []).map((n) => `${n.codec}: ${n.parts.join('; ')}`);

function drawTable() {
  const c = ranking(), s = section();
  if (!c) return;
  const {text, use, open, canFind} = advise(c), key = document.activeElement && document.activeElement.dataset.key;
  const said = sentences([text, aboutUse(use), ownText(c, use), costOfKeeping(c, use), open].filter(Boolean).join(' '), use);
  s.querySelector('.class.about').textContent = c.about;
  showVerdict(s.querySelector('.verdict'), said, canFind ? findCommand() : '', use && use !== state.now ? (shape().rows[use] || {}).next : '');
  const body = el('tbody');
  s.querySelector('.scroll table').replaceWith(el('table', {className: 'ranking'},
    el('caption', {className: 'hidden'}, `${shape().name}, ${c.mode.join(',')}`), el('thead', {}, el('tr', {}, ...shownColumns().map(head))), body));
  body.append(...visible(contenders(c)).flatMap(rows)); // after the head, whose columns cards measure
  s.querySelector('.notes').replaceChildren(...notes(c).map((n) => el('li', {}, n)));
  const focused = key && [...s.querySelectorAll('[data-key]')].find((e) => e.dataset.key === key);
  if (focused) focused.focus();
}

// showVerdict shows a verdict in its element. A screen reader reads the element when it changes, so it stays as it is if the verdict does.
function showVerdict(element, said, find, next) {
  const parts = [el('p', {className: 'lead'}, said.before, ...(said.winner ? [el('b', {}, said.winner)] : []), said.after)];
  if (said.rest.length) parts.push(el('ul', {}, ...said.rest.map((t) => el('li', {}, t))));
  if (find) parts.push(el('p', {}, 'To find out: ', el('code', {}, find)));
  if (next) parts.push(el('p', {}, 'Next: ', el('code', {}, next)));
  const html = parts.map((p) => p.outerHTML).join('');
  if (element.innerHTML.replace(/\n/g, '') !== html) element.replaceChildren(...parts);
}

// head returns the title of a column, which sorts by it.
function head(c) {
  const column = columns.indexOf(c), button = el('button', {type: 'button'}, c.title);
  button.dataset.key = 'sort ' + column;
  button.onclick = () => change(() => {
    const again = state.sort && state.sort.column === column;
    state.sort = again && state.sort.down ? null : {column, down: Boolean(again)};
  });
  const th = el('th', {className: classesOf(c), scope: 'col', title: c.about || ''}, button);
  if (state.sort && state.sort.column === column) th.setAttribute('aria-sort', state.sort.down ? 'descending' : 'ascending');
  return th;
}
