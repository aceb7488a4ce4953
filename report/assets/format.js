// format.js formats numbers like format.go and advice.go.

const digits = (v) => v.toFixed(v < 9.995 ? 2 : v < 99.95 ? 1 : 0);
const duration = (ns) => {
  let unit = 'ns';
  for (const u of ['µs', 'ms', 's']) {
    if (ns < 999.5) break;
    ns /= 1000;
    unit = u;
  }
  return digits(ns) + unit;
};
const tick = (ns) => duration(ns).replace(/\.?0+(?=[^\d.])/, (m) => (m[0] === '.' ? '' : m));
const count = (v) => v < 10 && v % 1 ? String(+v.toFixed(2)) : Math.round(v).toLocaleString('en-US');
const plusMinus = (c) => c.lo === null ? '±∞' : '±' + (50 * (c.hi - c.lo) / c.t).toFixed(0) + '%';
const maxNarrow = 0.5; // see maxRankedHalfWidth in results.go
const wide = (c) => c.lo !== null && (c.hi - c.lo) / (2 * c.t) > maxNarrow; // too wide for a test of its differences
const isBest = (c) => c.x === 1 && c.xlo === 1 && c.xhi === 1;
const ratio = (c) => !c.x ? '' : c.tilde ? '~' : isBest(c) ? '1x' : digits(c.x) + 'x';
const bounds = (c) => !c.x || c.tilde || isBest(c) ? '' : c.xlo === null ? '[∞]' : `[${digits(c.xlo)}-${digits(c.xhi)}]`;
const amount = (v) => v >= 99.5 ? count(Math.round(v)) : v > 0 && v < 0.0001 ? '<0.0001' : String(+v.toPrecision(2));
const dollars = (v) => v > 0 && v < 0.005 ? 'less than $0.01' : v < 99.995 ? '$' + v.toFixed(2) : '$' + count(Math.round(v));
const someOf = (list, limit) => {
  if (list.length > limit) return `${list.slice(0, limit).join(', ')} and ${list.length - limit} more`;
  if (list.length < 2) return list.join('');
  return list.slice(0, -1).join(', ') + ' and ' + list[list.length - 1];
};
