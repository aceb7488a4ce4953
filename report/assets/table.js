// table.js draws the ranking: rows, families of variants, cards, sorting.

const columns = [(l) => l.codec.toLowerCase(), (l) => parseInt(l.rank) || null];
for (const op of ['enc', 'dec']) {
  for (const field of ['t', 'x', 'a']) columns.push((l) => l[op] ? l[op][field] : null);
}
columns.push((l) => l.row.reference ? null : l.row.size, (l) => l.front ? 0 : 1);
for (const field of ['cores', 'mbit', 'dollar']) columns.push((l) => l.bill ? l.bill[field] : null);
for (const need of ['hostile', 'evolution']) columns.push((l) => l.row.answers[need] ? Number(!l.row.answers[need].met) : null);

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
  const key = columns[state.sort.column], sign = state.sort.down ? -1 : 1;
  return lines.sort((a, b) => {
    const x = key(a), y = key(b);
    if (x === null || y === null) return (x === null) - (y === null); // unknown values come last
    return x < y ? -sign : x > y ? sign : 0;
  });
}

const toggled = (list, name) => list.includes(name) ? list.filter((n) => n !== name) : [...list, name];

function cells(c) {
  if (!c) return [el('td'), el('td'), el('td')];
  return [
    el('td', {className: parseInt(c.rank) === 1 ? 'first' : ''}, duration(c.t), ' ', el('small', {}, plusMinus(c))),
    el('td', {}, ratio(c)), el('td', {}, count(c.a)),
  ];
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
  if (!bySpeed() && l.excluded) name.append(el('small', {className: 'why'}, 'excluded: ' + l.excluded));
  else if (!bySpeed() && l.open.length && !l.row.reference) name.append(el('small', {className: 'why'}, 'not known: ' + l.open.map((o) => o.title).join(', ')));
  else if (!l.row.reference && noisy(l)) name.append(el('small', {className: 'why'}, 'too noisy for a rank'));
  return name;
}

function frontCell(front) {
  if (!front) return el('td');
  const mark = el('i', {}, '●');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', 'on the front');
  return el('td', {}, mark);
}

const word = (a, met, not) => a ? a.met ? met : not : '-';

function rows(l) {
  const b = l.row.reference ? null : l.bill;
  const tr = el('tr', {className: l.row.reference ? 'reference' : !bySpeed() && l.excluded ? 'excluded' : ''},
    nameCell(l), el('td', {className: parseInt(l.rank) === 1 ? 'first' : ''}, l.rank), ...cells(l.enc), ...cells(l.dec),
    el('td', {}, l.row.reference ? '-' : count(l.row.size)), frontCell(l.front),
    el('td', {}, b ? amount(b.cores) : ''), el('td', {}, b ? amount(b.mbit) : ''),
    el('td', {}, b ? dollars(b.dollar) + (!bySpeed() && l.unsure ? '?' : '') : ''));
  if (shape().aspects) {
    tr.append(el('td', {}, word(l.row.answers.hostile, 'safe', 'unsafe')),
      el('td', {}, word(l.row.answers.evolution, 'safe', 'wrong')));
  }
  return state.open.includes(l.codec) ? [tr, cardRow(l)] : [tr];
}

// cardRow returns the row with the card of a line. It spans only the columns that are visible at this width of the page, since a further
// column would take room.
function cardRow(l) {
  const speed = ['enc', 'dec'].filter((op) => l[op]).map((op) => {
    const c = l[op];
    return `${op === 'enc' ? 'encode' : 'decode'} ${duration(c.t)}${c.lo === null ? '' : ` (${duration(c.lo)} to ${duration(c.hi)})`}, ` +
      `ratio ${[ratio(c), bounds(c)].filter(Boolean).join(' ')}, rank ${c.rank || '-'}, ${count(c.b)} B and ${count(c.a)} allocs`;
  });
  const items = [{title: 'Speed', texts: speed}];
  if (l.excluded) items.push({title: 'Excluded', texts: l.excluded.split('; ')});
  const list = el('dl', {}, ...[...items, ...l.row.card, ...run().codecs[l.codec]].map((i) => el('div', {}, el('dt', {}, i.title), ...i.texts.map((t) => el('dd', {}, /^https?:/.test(t) ? el('a', {href: t, rel: 'noreferrer'}, t) : t)))));
  const td = el('td', {}, list);
  td.colSpan = [...section().querySelectorAll('.ranking thead th')].filter((th) => th.offsetWidth).length;
  return el('tr', {className: 'card-row'}, td);
}

// firstNotes has the notes of each shape's first class by the ID of its section. The page has them without the script.
const firstNotes = Object.fromEntries([...document.querySelectorAll('section.shape')].map((s) => [s.id, [...s.querySelectorAll('.notes li')].map((li) => li.textContent)]));
const notes = (c) => c === shape().classes[0] ? firstNotes[shape().id] : (c.notes || []).map((n) => `${n.codec}: ${n.parts.join('; ')}`);

function drawTable() {
  const c = ranking(), s = section();
  if (!c) return;
  const {text, use, open, canFind} = advise(c), key = document.activeElement && document.activeElement.dataset.key;
  const find = canFind ? findCommand() : '';
  const said = [text, costOfKeeping(c, use), open, find && 'To find out:'].filter(Boolean).join(' '), verdict = s.querySelector('.verdict');
  s.querySelector('.class').textContent = c.about;
  if (verdict.textContent !== [said, find].filter(Boolean).join(' ')) verdict.replaceChildren(said, ...(find ? [' ', el('code', {}, find)] : []));
  s.querySelector('.ranking caption').textContent = `${shape().name}, ${c.mode.join(',')}`;
  s.querySelector('.ranking tbody').replaceChildren(...visible(contenders(c)).flatMap(rows));
  s.querySelector('.notes').replaceChildren(...notes(c).map((n) => el('li', {}, n)));
  s.querySelectorAll('.ranking thead th').forEach((th, i) => {
    th.removeAttribute('aria-sort');
    if (state.sort && state.sort.column === i) th.setAttribute('aria-sort', state.sort.down ? 'descending' : 'ascending');
  });
  const focused = key && [...s.querySelectorAll('[data-key]')].find((e) => e.dataset.key === key);
  if (focused) focused.focus();
}

function makeSortable() {
  for (const head of document.querySelectorAll('.ranking thead tr')) {
    [...head.children].forEach((th, column) => {
      const button = el('button', {type: 'button'}, th.textContent);
      button.onclick = () => change(() => {
        const again = state.sort && state.sort.column === column;
        state.sort = again && state.sort.down ? null : {column, down: Boolean(again)};
      });
      th.replaceChildren(button);
    });
  }
}
