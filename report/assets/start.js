// start.js shows the state, and starts the script.

function show() {
  const s = shape();
  if (!s || !s.classes.length) state.mode = null;
  else if (!(state.mode && has(state.mode))) state.mode = [...s.classes[0].mode];
  document.querySelectorAll('.run').forEach((r) => r.classList.toggle('on', r.id === state.run));
  document.querySelectorAll('section.shape').forEach((e) => e.classList.toggle('on', Boolean(s) && e.id === s.id));
  document.querySelectorAll('select[name=run]').forEach((e) => { e.value = state.run; });
  document.querySelectorAll('.tabs a').forEach((a) => {
    a.hidden = a.dataset.run !== state.run;
    if (s && a.hash === '#' + s.id) a.setAttribute('aria-current', 'true');
    else a.removeAttribute('aria-current');
  });
  placeForm();
  if (!s) return;
  document.querySelectorAll('.switches input').forEach((input) => {
    const i = axes.indexOf(input.name);
    const mode = state.mode && state.mode.map((v, k) => k === i ? input.value : v);
    input.checked = Boolean(mode) && state.mode[i] === input.value;
    input.disabled = !mode || !has(mode);
  });
  form.querySelectorAll('.mode').forEach((e) => { e.textContent = state.mode ? ': ' + state.mode.join(', ') : ''; });
  showForm();
  drawTable();
  drawCharts();
}

document.querySelectorAll('.switches input').forEach((input) => {
  input.onchange = () => change(() => { state.mode[axes.indexOf(input.name)] = input.value; });
});
document.querySelectorAll('select[name=run]').forEach((select) => {
  select.onchange = () => change(() => {
    state.shape = shape() ? shape().name : null; // keep the shape if the other run has it
    state.run = select.value;
  });
});
document.querySelector('.tabs').onclick = (e) => {
  const found = e.target.hash && run().shapes.find((s) => '#' + s.id === e.target.hash);
  if (!found) return;
  e.preventDefault(); // do not scroll to the section
  change(() => { state.shape = found.name; });
  e.target.scrollIntoView({block: 'nearest', inline: 'nearest'});
};
addEventListener('popstate', () => {
  readAddress();
  show();
});
let width = innerWidth;
addEventListener('resize', () => {
  if (innerWidth === width || !shape()) return;
  width = innerWidth;
  drawTable();
});
for (const [event, printing] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => {
    document.documentElement.classList.toggle('print', printing); // paper is white, whatever the colours of the screen
    if (shape()) drawCharts();
  });
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (shape()) drawCharts(); });
if (data.runs.length) {
  makeForm();
  readAddress();
  show();
}
