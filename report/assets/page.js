// page.js has the state of the page. Without the script, the page shows every shape with its table in the default class. With the script,
// it shows one shape at a time, for the reader's use and needs.

const axes = ['form', 'memory', 'strings', 'procs', 'values'];
const data = unpacked(JSON.parse(document.getElementById('data').textContent));
const codes = JSON.parse(document.getElementById('code').textContent) || {runs: {}}; // see pageCode in code.go
const state = {}; // see readAddress; mode is five words, or null if nothing was measured; log is null if the data decides the scale

const el = (tag, props, ...children) => {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
};
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const run = () => data.runs.find((r) => r.id === state.run);
const shape = () => run().shapes.find((s) => s.name === state.shape) || run().shapes[0];
const section = () => document.getElementById(shape().id);
const sameMode = (a, b) => a.every((v, i) => v === b[i]);
const ranking = () => shape() && state.mode && shape().classes.find((c) => sameMode(c.mode, state.mode));
const has = (mode) => shape().classes.some((c) => sameMode(c.mode, mode));

// unpacked returns the value of data that packed.go has packed. Equal parts of the value are the same object: do not change them.
function unpacked({shared, keys, value}) {
  const made = [];
  const at = (i) => made[i] ??= typeof shared[i] === 'string' ? shared[i] : unpack(shared[i]);
  const unpack = (v) => {
    if (typeof v === 'string' && v[0] === '~') return at(parseInt(v.slice(1), 36));
    if (!Array.isArray(v)) return v;
    const parts = v.slice(1).map(unpack);
    return v[0] ? Object.fromEntries(keys[v[0] - 1].map((name, i) => [unpack(name), parts[i]])) : parts;
  };
  return unpack(value);
}
