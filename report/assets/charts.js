// charts.js draws the charts.

let charts = []; // functions that each make a chart
Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

// marks is a plugin that draws things that Chart.js does not support: intervals, values, labels and the floor.
const marks = {
  id: 'marks',
  afterDatasetsDraw(chart, _, o) {
    const {ctx, chartArea: a} = chart;
    ctx.save();
    ctx.font = '12px system-ui, sans-serif';
    o.draw(chart, ctx, a);
    ctx.restore();
  },
};

function dashed(ctx, color, x1, y1, x2, y2) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  ctx.restore();
}

// niceTicks returns round values for the ticks of a logarithmic axis: as many as there is room for, at least two if there are any.
function niceTicks(scale) {
  const {min, max} = scale, across = scale.isHorizontal(), room = (across ? scale.width : scale.height) / Math.log(max / min), gap = across ? 52 : 26;
  const powers = [];
  for (let p = 10 ** Math.floor(Math.log10(min)); p <= max; p *= 10) powers.push(p);
  const sets = [[1, 1.5, 2, 3, 4, 5, 6, 8], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]].map((leads) => powers.flatMap((p) => leads.map((n) => n * p)));
  for (const step of [5, 2, 1]) {
    const by = step * 10 ** Math.floor(Math.log10((max - min) / 2));
    if (max < 4 * min) sets.unshift(Array.from({length: Math.floor(max / by)}, (_, i) => (i + 1) * by));
  }
  const inside = sets.map((set) => set.filter((v) => v >= min && v <= max));
  const fits = (set) => set.every((v, i) => !i || Math.log(v / set[i - 1]) * room >= gap);
  return inside.find((set) => set.length > 1 && fits(set)) || inside.find((set) => set.length > 1) || [];
}

// axis returns an axis whose labels are formatted by text. widen is the factor by which it extends beyond the data.
function axis(values, title, widen, text) {
  const grid = {color: () => css('--line'), drawTicks: false};
  const common = {grid, border: {display: false}, title: {display: Boolean(title), text: title, color: css('--soft')}};
  const ticks = {color: css('--soft'), padding: 6, maxRotation: 0};
  const min = Math.min(...values.filter((v) => v > 0)), max = Math.max(...values);
  if (!state.log || min === Infinity) return {...common, type: 'linear', min: 0, max: max * (widen > 1 ? 1.06 : 1.01), ticks: {...ticks, maxTicksLimit: 6, includeBounds: false, callback: (v) => v ? text(v) : '0'}};
  return {...common, type: 'logarithmic', min: min / (widen > 1 ? widen : 1.5), max: max * widen, ticks: {...ticks, autoSkip: false, callback: (v) => text(v)},
    afterBuildTicks(scale) { scale.ticks = niceTicks(scale).map((value) => ({value})); }};
}

function tooltip(lines) {
  return {
    backgroundColor: css('--ink'), titleColor: css('--bg'), bodyColor: css('--bg'), displayColors: false, padding: 10,
    callbacks: {title: (items) => items[0].raw.codec || items[0].label, label: (item) => lines(item)},
  };
}

const describe = (c) => [
  duration(c.t) + (c.lo === null ? ' (too few rounds for an interval)' : ` (${duration(c.lo)} to ${duration(c.hi)})`),
  `rank ${c.rank || '-'}${!c.x ? '' : c.tilde ? ', not significantly different from the fastest' : `, ${ratio(c)} the fastest`}`,
  `${count(c.b)} B, ${count(c.a)} allocs per operation`,
];

function card(title, hint, label, height) {
  const canvas = el('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label + ' The table below has the same numbers.');
  const plot = el('div', {className: 'plot'}, canvas);
  plot.style.height = height + 'px';
  return [el('figure', {className: 'card'}, el('figcaption', {}, title + ' ', el('span', {}, hint)), plot), canvas];
}

// bounded reports whether a chart shows the interval of a cell. A wide interval would stretch the axis until the bars
// vanish, so its width is written instead.
const bounded = (c) => c.lo !== null && !wide(c);

function bars(op, title, lines) {
  const color = css('--' + op), soft = css('--soft');
  const shown = lines.filter((l) => l[op] && !l.row.reference).sort((a, b) => a[op].t - b[op].t);
  const floor = lines.find((l) => l[op] && l.row.reference);
  if (!shown.length) return null;
  const [figure, canvas] = card(title, 'time per operation', `Bar chart of ${title.toLowerCase()} times, fastest first.`, shown.length * 22 + 64);
  const values = shown.flatMap((l) => [l[op].t, bounded(l[op]) ? l[op].hi : 0]).concat(floor ? floor[op].t : []).filter(Boolean);
  const fill = (l) => l.row.lossy ? color + '1c' : parseInt(l[op].rank) === 1 ? color : color + '6b';
  charts.push(() => new Chart(canvas, {
    type: 'bar',
    data: {
      labels: shown.map((l) => l.codec),
      datasets: [{
        data: shown.map((l) => l[op].t), backgroundColor: shown.map(fill), hoverBackgroundColor: shown.map((l) => l.row.lossy ? color + '40' : color),
        borderColor: color, borderWidth: shown.map((l) => l.row.lossy ? 1.5 : 0), borderRadius: 2, barPercentage: .82, categoryPercentage: .86,
      }],
    },
    options: {
      indexAxis: 'y', responsive: true, maintainAspectRatio: false, animation: false, layout: {padding: {right: 58, top: 24}},
      interaction: {mode: 'y', intersect: false},
      scales: {
        x: axis(values, '', 1, tick),
        y: {grid: {display: false}, border: {display: false}, ticks: {color: css('--ink'), autoSkip: false, padding: 6, font: {size: 12}}},
      },
      plugins: {
        legend: {display: false}, tooltip: tooltip((item) => describe(shown[item.dataIndex][op])),
        marks: {draw(chart, ctx, a) {
          const x = chart.scales.x;
          if (floor) {
            const at = x.getPixelForValue(floor[op].t);
            dashed(ctx, soft, at, a.top - 4, at, a.bottom);
            ctx.fillStyle = soft;
            ctx.textAlign = 'center';
            ctx.fillText('floor ' + duration(floor[op].t), Math.max(at, a.left + 36), a.top - 8);
          }
          ctx.textAlign = 'left';
          ctx.textBaseline = 'middle';
          chart.getDatasetMeta(0).data.forEach((bar, i) => {
            const c = shown[i][op];
            let end = bar.x;
            if (bounded(c)) {
              const lo = x.getPixelForValue(c.lo), hi = end = x.getPixelForValue(c.hi);
              ctx.strokeStyle = css('--mark');
              ctx.lineWidth = 1.25;
              ctx.beginPath();
              ctx.moveTo(lo, bar.y);
              ctx.lineTo(hi, bar.y);
              for (const at of [lo, hi]) {
                ctx.moveTo(at, bar.y - 3.5);
                ctx.lineTo(at, bar.y + 3.5);
              }
              ctx.stroke();
            }
            ctx.fillStyle = parseInt(c.rank) === 1 ? css('--ink') : soft;
            ctx.fillText(duration(c.t) + (bounded(c) ? '' : ' ' + plusMinus(c)), end + 7, bar.y);
          });
        }},
      },
    },
    plugins: [marks],
  }));
  return figure;
}

// place returns a box for a label at one of the given distances from its point, or null if the label would overlap another.
function place(ctx, text, p, a, taken, radii) {
  const w = ctx.measureText(text).width, h = 13;
  for (const r of radii) {
    const above = p.y - r - h, below = p.y + r, beside = p.y - h / 2, middle = p.x - w / 2, d = r * 0.7;
    for (const [x, y] of [[p.x + r, beside], [p.x - r - w, beside], [middle, above], [middle, below], [p.x + d, p.y + d], [p.x + d, p.y - d - h], [p.x - d - w, p.y + d], [p.x - d - w, p.y - d - h]]) {
      const box = [x - 2, y, x + w + 2, y + h];
      const inside = box[0] > a.left && box[2] < a.right + 8 && box[1] > a.top - 4 && box[3] < a.bottom;
      if (inside && taken.every((t) => t[2] < box[0] || box[2] < t[0] || t[3] < box[1] || box[3] < t[1])) {
        taken.push(box);
        return {x, y, box, far: r > radii[0]};
      }
    }
  }
  return null;
}

// maxLeaders is the number of places whose labels may be away from their points. More lines would cross each other.
const maxLeaders = 25;

// maxPlacesShown is the number of shared places that the legend shows at first.
const maxPlacesShown = 4;

// leader draws a line from a point to the box of its label.
function leader(ctx, p, box) {
  const x = Math.max(box[0], Math.min(p.x, box[2])), y = Math.max(box[1], Math.min(p.y, box[3]));
  ctx.beginPath();
  ctx.moveTo(p.x, p.y);
  ctx.lineTo(x, y);
  ctx.stroke();
}

// samePlace groups points that would cover each other. The first point of each group is the one of the first line.
function samePlace(lines, point) {
  const places = [];
  for (const l of lines) {
    const p = point(l), found = places.find((o) => Math.hypot(o.p.x - p.x, o.p.y - p.y) < 7);
    if (found) found.lines.push(l);
    else places.push({p, lines: [l]});
  }
  return places;
}

const placeNames = (list) => list.length === 1 ? list[0].codec : list.length === 2 && list[0].codec.length + list[1].codec.length < 24 ? `${list[0].codec}, ${list[1].codec}` : `${list[0].codec} +${list.length - 1}`;

// scatter draws time against size, and a line through the Pareto front.
function scatter(lines) {
  const mean = (l) => Math.sqrt(l.enc.t * l.dec.t);
  const shown = lines.filter((l) => l.enc && l.dec && !l.row.reference);
  if (shown.length < 2) return null;
  const narrow = innerWidth < 560, color = css('--enc'), soft = css('--soft');
  const best = shown.filter((l) => l.front).sort((a, b) => mean(a) - mean(b));
  const [figure, canvas] = card('Time against size', 'lower left is better; the line joins the codecs without losses that no other beats in both',
    'Scatter chart of the geometric mean of both times against the encoded size.', narrow ? 340 : 380);
  const shared = el('p'), legend = el('details', {className: 'shared', hidden: true}, el('summary', {}, 'A ring marks codecs at nearly the same place'), shared), named = [...best, ...shown.filter((l) => !l.front)]; // labels of codecs on the front are placed first
  figure.append(legend);
  const faint = (l) => l.excluded || l.row.lossy;
  charts.push(() => new Chart(canvas, {
    type: 'scatter',
    data: {datasets: [{
      data: shown.map((l) => ({x: mean(l), y: l.row.size, codec: l.codec, line: l})), pointRadius: shown.map((l) => l.front ? 6 : 4), pointHoverRadius: 7,
      backgroundColor: shown.map((l) => l.front && !faint(l) ? color : color + (faint(l) ? '14' : '4d')), borderColor: color, borderWidth: 1.25,
    }]},
    options: {
      responsive: true, maintainAspectRatio: false, animation: false, layout: {padding: {right: 16, top: 8}},
      scales: {x: axis(shown.map(mean), '√(encode × decode)', 1.5, tick), y: axis(shown.map((l) => l.row.size), 'bytes', 1.2, count)},
      plugins: {
        legend: {display: false},
        tooltip: tooltip(({raw: {line: l}}) => [`encode ${duration(l.enc.t)}, decode ${duration(l.dec.t)}`, count(l.row.size) + ' B', ...(l.front ? ['on the front'] : []), ...(l.excluded ? ['excluded: ' + l.excluded] : [])]),
        marks: {draw(chart, ctx, a) {
          const points = chart.getDatasetMeta(0).data;
          const steps = best.map((l) => points[shown.indexOf(l)]);
          ctx.strokeStyle = color;
          ctx.lineWidth = 1.5;
          ctx.globalAlpha = 0.55;
          ctx.beginPath();
          steps.forEach((p, i) => {
            if (i) ctx.lineTo(p.x, steps[i - 1].y);
            ctx.lineTo(p.x, p.y);
          });
          ctx.stroke();
          ctx.globalAlpha = 1;
          const taken = points.map((p) => [p.x - 4, p.y - 4, p.x + 4, p.y + 4]);
          ctx.textAlign = 'left';
          ctx.textBaseline = 'top';
          const places = samePlace(named, (l) => points[shown.indexOf(l)]);
          ctx.strokeStyle = soft;
          ctx.lineWidth = 1;
          for (const [i, {p, lines}] of places.entries()) {
            const text = placeNames(lines), at = place(ctx, text, p, a, taken, [lines.length > 1 ? 13 : 10, ...(i < maxLeaders ? [24, 38, 54] : [])]);
            if (lines.length > 1) { // a ring marks a place of several points
              ctx.beginPath();
              ctx.arc(p.x, p.y, 9, 0, 2 * Math.PI);
              ctx.stroke();
            }
            if (!at) continue;
            if (at.far) leader(ctx, p, at.box);
            ctx.fillStyle = lines[0].front ? css('--ink') : soft;
            ctx.fillText(text, at.x, at.y);
          }
          const several = places.filter((o) => o.lines.length > 1).map((o) => someOf(o.lines.map((l) => l.codec), o.lines.length));
          if (legend.hidden) legend.open = several.length <= maxPlacesShown;
          legend.hidden = !several.length;
          shared.textContent = several.length ? several.join('; ') + '.' : '';
        }},
      },
    },
    plugins: [marks],
  }));
  return figure;
}

function scaleSwitch() {
  const set = el('fieldset', {className: 'choice'}, el('legend', {}, 'scale'));
  for (const [name, log] of [['linear', false], ['log', true]]) {
    const input = el('input', {type: 'radio', name: 'scale', value: name, checked: state.log === log});
    input.onchange = () => {
      change(() => { state.log = log; });
      section().querySelector(`input[name=scale][value=${name}]`).focus();
    };
    set.append(el('label', {}, input, el('span', {}, name)));
  }
  return set;
}

function key(className, text) {
  return el('span', {className: 'key'}, el('i', {className}), text);
}

const drawn = [];
function drawCharts() {
  drawn.splice(0).forEach((c) => c.destroy());
  const c = ranking();
  if (!c) return;
  const chosen = state.log;
  if (chosen === null) {
    const t = c.lines.flatMap((l) => [l.enc, l.dec]).filter(Boolean).map((x) => x.t);
    state.log = Math.max(...t) > 30 * Math.min(...t);
  }
  charts = [];
  const all = contenders(c), shown = visible(all);
  const cloud = scatter(all), pair = [bars('enc', 'Encode', shown), bars('dec', 'Decode', shown)].filter(Boolean);
  section().querySelector('.charts.front').replaceChildren(...(cloud ? [cloud] : []));
  section().querySelector('.charts.bars').replaceChildren(
    el('div', {className: 'chart-head'}, key('', 'rank 1'), key('slower', 'slower'), ...(shown.some((l) => l.row.lossy) ? [key('lossy', 'lossy')] : []),
      ...(shown.some((l) => l.row.reference) ? [key('limit', 'floor')] : []), el('span', {}, '├┤ 95 % interval'), scaleSwitch()),
    el('div', {className: 'pair'}, ...pair));
  drawn.push(...charts.map((make) => make())); // after the canvases have a size
  state.log = chosen;
}
