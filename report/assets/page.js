'use strict';
// The page is whole without this script: every shape with its table in the default class. The script
// shows one shape at a time, lets the class be chosen, draws the charts and sorts the tables.
(() => {
  const shapes = JSON.parse(document.getElementById('data').textContent);
  if (!shapes.length) return;
  const axes = ['form', 'memory', 'strings', 'procs', 'values'];
  const state = {
    shape: shapes.find((s) => '#' + s.id === location.hash) || shapes[0],
    mode: null, // five words, or null where nothing was measured
    log: null, // null until chosen: then the spread of the data decides
    sort: null, // {column, down}, or null for the order of the data
  };
  let charts = []; // functions that make one each
  Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

  const el = (tag, props, ...children) => {
    const e = Object.assign(document.createElement(tag), props);
    e.append(...children);
    return e;
  };
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const section = () => document.getElementById(state.shape.id);
  const ranking = () => state.shape.classes.find((c) => state.mode && c.mode.every((v, i) => v === state.mode[i]));

  // Numbers are written as the server wrote them; see format.go.
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
  const isBest = (c) => c.x === 1 && c.xlo === 1 && c.xhi === 1;
  const ratio = (c) => c.tilde ? '~' : isBest(c) ? '1x' : digits(c.x) + 'x';
  const bounds = (c) => c.tilde || isBest(c) ? '' : c.xlo === null ? '[∞]' : `[${digits(c.xlo)}-${digits(c.xhi)}]`;

  // ---- table

  const columns = [(l) => l.codec.toLowerCase(), (l) => parseInt(l.rank) || 0];
  for (const op of ['enc', 'dec']) {
    const of = (f) => (l) => l[op] ? f(l[op]) : null;
    columns.push(of((c) => parseInt(c.rank) || 0), of((c) => c.t), of((c) => c.lo === null ? Infinity : (c.hi - c.lo) / c.t),
      of((c) => c.x), of((c) => c.b), of((c) => c.a));
  }
  columns.push((l) => l.size || null, (l) => l.version);

  function sorted(lines) {
    if (!state.sort) return lines;
    const key = columns[state.sort.column], sign = state.sort.down ? -1 : 1;
    return [...lines].sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === null || y === null) return (x === null) - (y === null); // what is not known comes last
      return x < y ? -sign : x > y ? sign : 0;
    });
  }

  function cells(c) {
    if (!c) return Array.from({length: 6}, () => el('td'));
    const b = bounds(c);
    return [
      el('td', {className: parseInt(c.rank) === 1 ? 'rank first' : 'rank'}, c.rank),
      el('td', {className: 'time'}, duration(c.t)), el('td', {className: 'pm'}, plusMinus(c)),
      el('td', {className: 'ratio'}, ratio(c), ...(b ? [' ', el('small', {}, b)] : [])),
      el('td', {}, count(c.b)), el('td', {}, count(c.a)),
    ];
  }

  function row(l) {
    const name = el('th', {className: 'name', scope: 'row'}, l.codec);
    if (l.note) name.append(el('sup', {}, String(l.note)));
    if (l.lossy) name.append(' ', el('i', {className: 'badge'}, 'lossy'));
    if (l.reference) name.append(' ', el('i', {className: 'badge'}, 'limit'));
    name.append(el('small', {}, l.wire));
    const rank = el('td', {className: parseInt(l.rank) === 1 ? 'rank first' : 'rank'}, l.rank);
    return el('tr', {className: l.reference ? 'reference' : ''}, name, rank, ...cells(l.enc), ...cells(l.dec),
      el('td', {}, l.size ? count(l.size) : '-'), el('td', {className: 'text'}, l.version));
  }

  function drawTable() {
    const c = ranking(), s = section();
    if (!c) return;
    s.querySelector('.class').textContent = c.about;
    s.querySelector('.verdict').textContent = c.verdict;
    s.querySelector('.ranking caption').textContent = `${state.shape.name}, ${c.mode.join(',')}`;
    s.querySelector('.ranking tbody').replaceChildren(...sorted(c.lines).map(row));
    s.querySelector('.notes').replaceChildren(...c.notes.map((n) => el('li', {}, n)));
    s.querySelectorAll('.ranking thead tr:last-child th').forEach((th, i) => {
      th.removeAttribute('aria-sort');
      if (state.sort && state.sort.column === i) th.setAttribute('aria-sort', state.sort.down ? 'descending' : 'ascending');
    });
  }

  function makeSortable() {
    for (const head of document.querySelectorAll('.ranking thead tr:last-child')) {
      [...head.children].forEach((th, column) => {
        const button = el('button', {type: 'button'}, th.textContent);
        button.onclick = () => {
          const again = state.sort && state.sort.column === column;
          state.sort = again && state.sort.down ? null : {column, down: Boolean(again)};
          drawTable();
        };
        th.replaceChildren(button);
      });
    }
  }

  // ---- charts

  // marks draws what Chart.js has no words for: intervals, values, labels and the floor.
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

  // decades labels as much of a logarithmic axis as there is room for.
  function decades(v) {
    const span = Math.log10(this.max / this.min);
    const room = (this.isHorizontal() ? this.width : 2 * this.height) / span; // pixels for a factor of ten
    const lead = v / 10 ** Math.floor(Math.log10(v) + 1e-9);
    const kept = room > 150 ? [1, 2, 5] : room > 84 ? [1, 3] : [1];
    return kept.some((n) => Math.abs(lead - n) < 1e-6) ? tick(v) : '';
  }

  // axis makes a time axis; widen leaves that factor of room beyond the data.
  function axis(values, title, widen) {
    const grid = {color: (c) => c.tick && c.tick.label ? css('--line') : 'transparent', drawTicks: false};
    const common = {grid, border: {display: false}, title: {display: Boolean(title), text: title, color: css('--soft')}};
    const ticks = {color: css('--soft'), padding: 6, maxRotation: 0};
    const min = Math.min(...values), max = Math.max(...values);
    if (!state.log) return {...common, type: 'linear', min: 0, max: max * (widen > 1 ? 1.06 : 1.01), ticks: {...ticks, maxTicksLimit: 6, includeBounds: false, callback: (v) => v ? tick(v) : '0'}};
    return {...common, type: 'logarithmic', min: min / 1.5, max: max * widen, ticks: {...ticks, autoSkip: false, callback: decades}};
  }

  function tooltip(lines) {
    return {
      backgroundColor: css('--ink'), titleColor: css('--bg'), bodyColor: css('--bg'), displayColors: false, padding: 10,
      callbacks: {title: (items) => items[0].raw.codec || items[0].label, label: (item) => lines(item)},
    };
  }

  const describe = (c) => [
    duration(c.t) + (c.lo === null ? ' (too few rounds for an interval)' : ` (${duration(c.lo)} to ${duration(c.hi)})`),
    `rank ${c.rank || '-'}, ${c.tilde ? 'not to be told from the best' : ratio(c) + ' the best'}`,
    `${count(c.b)} B, ${count(c.a)} allocs per operation`,
  ];

  function card(title, hint, label, height) {
    const canvas = el('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', label + ' The same numbers are in the table below.');
    const plot = el('div', {className: 'plot'}, canvas);
    plot.style.height = height + 'px';
    return [el('figure', {className: 'card'}, el('figcaption', {}, title + ' ', el('span', {}, hint)), plot), canvas];
  }

  function bars(op, title, lines) {
    const color = css('--' + op), soft = css('--soft');
    const shown = lines.filter((l) => l[op] && !l.reference).sort((a, b) => a[op].t - b[op].t);
    const floor = lines.find((l) => l[op] && l.reference);
    if (!shown.length) return null;
    const [figure, canvas] = card(title, 'time per operation', `Bar chart of ${title.toLowerCase()} times, fastest first.`, shown.length * 22 + 64);
    const values = shown.flatMap((l) => [l[op].t, l[op].hi || 0]).concat(floor ? floor[op].t : []).filter(Boolean);
    const fill = (l) => l.lossy ? color + '1c' : parseInt(l[op].rank) === 1 ? color : color + '6b';
    charts.push(() => new Chart(canvas, {
      type: 'bar',
      data: {
        labels: shown.map((l) => l.codec),
        datasets: [{
          data: shown.map((l) => l[op].t), backgroundColor: shown.map(fill), hoverBackgroundColor: shown.map((l) => l.lossy ? color + '40' : color),
          borderColor: color, borderWidth: shown.map((l) => l.lossy ? 1.5 : 0), borderRadius: 2, barPercentage: .82, categoryPercentage: .86,
        }],
      },
      options: {
        indexAxis: 'y', responsive: true, maintainAspectRatio: false, animation: false, layout: {padding: {right: 58, top: 24}},
        interaction: {mode: 'y', intersect: false},
        scales: {
          x: axis(values, '', 1),
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
              if (c.lo !== null) {
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
              ctx.fillText(duration(c.t) + (c.lo === null ? ' ±∞' : ''), end + 7, bar.y);
            });
          }},
        },
      },
      plugins: [marks],
    }));
    return figure;
  }

  // place finds room for a label beside its point, or none: a label over another helps nobody.
  function place(ctx, text, p, a, taken) {
    const w = ctx.measureText(text).width, h = 13, r = p.options.radius + 4;
    for (const [x, y] of [[p.x + r, p.y - h / 2], [p.x - r - w, p.y - h / 2], [p.x - w / 2, p.y - r - h], [p.x - w / 2, p.y + r]]) {
      const box = [x - 1, y, x + w + 1, y + h];
      const inside = box[0] > a.left && box[2] < a.right + 8 && box[1] > a.top - 4 && box[3] < a.bottom;
      if (inside && taken.every((t) => t[2] < box[0] || box[2] < t[0] || t[3] < box[1] || box[3] < t[1])) {
        taken.push(box);
        return [x, y];
      }
    }
    return null;
  }

  function scatter(lines) {
    const shown = lines.filter((l) => l.enc && l.dec && !l.reference);
    const floor = lines.find((l) => l.enc && l.dec && l.reference);
    if (shown.length < 2) return null;
    const narrow = innerWidth < 560, most = Math.max(...shown.map((l) => l.size), 1);
    const [figure, canvas] = card('Encode against decode', 'lower left is faster, a larger disc encodes to more bytes',
      'Scatter chart of encode against decode times; the area of a point is the encoded size.', narrow ? 340 : 440);
    const color = css('--enc'), soft = css('--soft');
    const all = (op) => shown.map((l) => l[op].t).concat(floor ? floor[op].t : []);
    charts.push(() => new Chart(canvas, {
      type: 'bubble',
      data: {datasets: [{
        data: shown.map((l) => ({x: l.enc.t, y: l.dec.t, r: l.size ? Math.max(2.5, (narrow ? 9 : 14) * Math.sqrt(l.size / most)) : 2.5, codec: l.codec, line: l})),
        backgroundColor: shown.map((l) => color + (l.lossy ? '14' : '4d')), hoverBackgroundColor: color + '99', borderColor: color, borderWidth: 1.25, hoverRadius: 0,
      }]},
      options: {
        responsive: true, maintainAspectRatio: false, animation: false, layout: {padding: {right: 16, top: 8}},
        scales: {x: axis(all('enc'), 'encode', 1.5), y: axis(all('dec'), 'decode', 1.5)},
        plugins: {
          legend: {display: false},
          tooltip: tooltip(({raw: {line: l}}) => [`encode ${duration(l.enc.t)}`, `decode ${duration(l.dec.t)}`, l.size ? count(l.size) + ' B encoded' : 'size not known', l.wire]),
          marks: {draw(chart, ctx, a) {
            const points = chart.getDatasetMeta(0).data;
            const taken = points.map((p) => [-1, -1, 1, 1].map((d, i) => (i % 2 ? p.y : p.x) + d * 0.7 * p.options.radius));
            if (floor) {
              const x = chart.scales.x.getPixelForValue(floor.enc.t), y = chart.scales.y.getPixelForValue(floor.dec.t);
              dashed(ctx, soft, x, a.top, x, a.bottom);
              dashed(ctx, soft, a.left, y, a.right, y);
              ctx.fillStyle = soft;
              ctx.textAlign = 'right';
              ctx.fillText('floor', a.right, y - 6);
              taken.push([x, a.top, x, a.bottom], [a.left, y, a.right, y]);
            }
            ctx.fillStyle = css('--ink');
            ctx.textAlign = 'left';
            ctx.textBaseline = 'top';
            shown.forEach((l, i) => {
              const at = place(ctx, l.codec, points[i], a, taken);
              if (at) ctx.fillText(l.codec, ...at);
            });
          }},
        },
      },
      plugins: [marks],
    }));
    return figure;
  }

  function scaleSwitch() {
    const set = el('fieldset', {}, el('legend', {}, 'scale'));
    for (const [name, log] of [['linear', false], ['log', true]]) {
      const input = el('input', {type: 'radio', name: 'scale', value: name, checked: state.log === log});
      input.onchange = () => {
        state.log = log;
        drawCharts();
        section().querySelector(`input[name=scale][value=${name}]`).focus();
      };
      set.append(el('label', {}, input, el('span', {}, name)));
    }
    return set;
  }

  function key(className, text) {
    return el('span', {className: 'key'}, el('i', {className}), text);
  }

  const living = [];
  function drawCharts() {
    living.splice(0).forEach((c) => c.destroy());
    const c = ranking(), holder = section().querySelector('.charts');
    if (!c) return;
    const chosen = state.log;
    if (chosen === null) {
      const t = c.lines.flatMap((l) => [l.enc, l.dec]).filter(Boolean).map((x) => x.t);
      state.log = Math.max(...t) > 30 * Math.min(...t);
    }
    charts = [];
    const pair = [bars('enc', 'Encode', c.lines), bars('dec', 'Decode', c.lines)].filter(Boolean);
    const cloud = scatter(c.lines);
    const lossy = c.lines.some((l) => l.lossy), limit = c.lines.some((l) => l.reference);
    holder.replaceChildren(
      el('div', {className: 'chart-head'}, key('', 'rank 1'), key('slower', 'slower'), ...(lossy ? [key('lossy', 'lossy')] : []),
        ...(limit ? [key('limit', 'floor')] : []), el('span', {}, '├┤ 95 % interval'), scaleSwitch()),
      el('div', {className: 'pair'}, ...pair), ...(cloud ? [cloud] : []));
    living.push(...charts.map((make) => make())); // only now that they have a size
    state.log = chosen;
  }

  // ---- what is shown

  const has = (mode) => state.shape.classes.some((c) => c.mode.every((v, i) => v === mode[i]));

  function show() {
    if (!state.mode || !has(state.mode)) state.mode = state.shape.classes.length ? [...state.shape.classes[0].mode] : null;
    document.querySelectorAll('section.shape').forEach((s) => s.classList.toggle('on', s.id === state.shape.id));
    document.querySelectorAll('.tabs a').forEach((a) => {
      if (a.hash === '#' + state.shape.id) a.setAttribute('aria-current', 'true');
      else a.removeAttribute('aria-current');
    });
    document.querySelectorAll('.switches input').forEach((input) => {
      const i = axes.indexOf(input.name);
      const mode = state.mode && state.mode.map((v, k) => k === i ? input.value : v);
      input.checked = Boolean(mode) && state.mode[i] === input.value;
      input.disabled = !mode || !has(mode);
    });
    drawTable();
    drawCharts();
  }

  makeSortable();
  document.querySelectorAll('.switches input').forEach((input) => {
    input.onchange = () => {
      state.mode[axes.indexOf(input.name)] = input.value;
      show();
    };
  });
  document.querySelector('.tabs').onclick = (e) => {
    const found = e.target.hash && shapes.find((s) => '#' + s.id === e.target.hash);
    if (!found) return;
    e.preventDefault(); // no jump: the bar stays where it is
    history.replaceState(null, '', e.target.hash);
    state.shape = found;
    show();
    e.target.scrollIntoView({block: 'nearest', inline: 'nearest'});
  };
  addEventListener('hashchange', () => {
    state.shape = shapes.find((s) => '#' + s.id === location.hash) || state.shape;
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawCharts);
  show();
})();
