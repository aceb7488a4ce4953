// filter.js shows the rows that the form selects, and opens their cards. The address has the state of the form after #.
'use strict';
(() => {
const form = document.querySelector('form.reader'), body = document.querySelector('.ranking tbody');
const words = (text) => text.split(' ').filter(Boolean);
const rows = [...body.querySelectorAll(':scope > tr:not(.card-row)')].map((tr) => {
  const card = tr.nextElementSibling;
  return {
    tr, card, wire: tr.dataset.wire, carries: words(tr.dataset.carries), is: words(tr.dataset.is),
    text: [tr.cells[0], ...card.querySelectorAll('.find dd')].map((e) => e.textContent).join(' ').toLowerCase(),
  };
});

function show() {
  const chosen = new FormData(form), find = words(chosen.get('find').toLowerCase()), wire = chosen.get('wire');
  const carries = chosen.getAll('carries'), is = chosen.getAll('is');
  let shown = 0;
  for (const r of rows) {
    r.tr.hidden = !find.every((w) => r.text.includes(w)) || wire && wire !== r.wire || !carries.every((w) => r.carries.includes(w)) || !is.every((w) => r.is.includes(w));
    r.card.hidden = r.tr.hidden;
    shown += !r.tr.hidden;
  }
  document.querySelector('.where').textContent = shown === rows.length ? `All ${shown} variants.` : `${shown} of ${rows.length} variants.`;
  form.querySelector('.needed').textContent = carries.length ? ': ' + carries.join(', ') : '';
}

// readAddress sets the form to the state in the address.
function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const e of form.elements) {
    if (e.type === 'checkbox') e.checked = state.getAll(e.name).includes(e.value);
    else if (e.name) e.value = state.get(e.name) || '';
  }
  form.elements.wire.value ||= ''; // of an unknown wire format
  form.querySelector('.own').open ||= state.has('carries');
  show();
}

form.oninput = () => {
  const state = [...new FormData(form)].filter(([, value]) => value);
  history.replaceState(null, '', state.length ? '#' + new URLSearchParams(state) : location.pathname);
  show();
};
form.onreset = () => setTimeout(form.oninput); // after the controls are reset
form.onsubmit = () => false;
addEventListener('hashchange', readAddress);

body.onclick = (e) => {
  const button = e.target.closest('.open');
  if (!button) return;
  button.setAttribute('aria-expanded', String(button.closest('tr').nextElementSibling.classList.toggle('on')));
};

// A column's title sorts by it, then the other way, then by wire format again.
document.querySelectorAll('.ranking > thead th').forEach((th, column) => {
  const button = Object.assign(document.createElement('button'), {type: 'button', textContent: th.textContent});
  th.replaceChildren(button);
  button.onclick = () => {
    const order = {ascending: 'descending', descending: null}[th.getAttribute('aria-sort')], next = order === undefined ? 'ascending' : order;
    document.querySelectorAll('.ranking > thead [aria-sort]').forEach((other) => other.removeAttribute('aria-sort'));
    const sorted = [...rows], key = (r) => r.tr.cells[column].textContent;
    if (next) {
      th.setAttribute('aria-sort', next);
      const sign = next === 'ascending' ? 1 : -1;
      sorted.sort((a, b) => !key(a) - !key(b) || sign * key(a).localeCompare(key(b), 'en', {numeric: true})); // unknown values come last
    }
    body.append(...sorted.flatMap((r) => [r.tr, r.card]));
  };
});
readAddress();
})();
