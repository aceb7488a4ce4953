// page.js has the state of the page, and shows it. The page is whole without these scripts: every shape with its table in the default
// class. They show one shape at a time, for what matters to the reader.

const axes = ['form', 'memory', 'strings', 'procs', 'values'];
const data = JSON.parse(document.getElementById('data').textContent);
const state = {}; // see readAddress; mode is five words or null where nothing was measured, log null where the spread of the data decides

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
