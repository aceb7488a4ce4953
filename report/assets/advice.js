// advice.js makes the verdicts, like advice.go and preset.go. A test compares the two.

const monthSeconds = 30 * 24 * 3600;

// busy returns the total time to encode and decode a message.
const busy = (enc, dec) => state.reader.encodes * enc + state.reader.decodes * dec;

// bill returns the cost of a line for the reader, or null if one of its times is missing.
function bill(l) {
  if (!l.enc || !l.dec) return null;
  const r = state.reader;
  const of = (enc, dec) => {
    const cores = r.rate * busy(enc, dec) / 1e9;
    return {cores, mbit: r.rate * l.row.size * 8 / 1e6, dollar: cores * r.core + r.rate * l.row.size * monthSeconds / 1e12 * r.tb};
  };
  const b = of(l.enc.t, l.dec.t);
  b.exact = l.enc.lo !== null && l.dec.lo !== null;
  b.min = b.exact ? of(l.enc.lo, l.dec.lo).dollar : b.dollar;
  b.max = b.exact ? of(l.enc.hi, l.dec.hi).dollar : b.dollar;
  return b;
}

// contenders returns the lines of a class with their rows, bills, reasons for exclusion, and known and unknown needs, in the order for the
// reader.
function contenders(c) {
  const rows = shape().rows;
  const list = c.lines.map((line) => {
    const l = {...line, row: rows[line.codec]}, why = [];
    l.bill = bill(l);
    l.unknown = [];
    l.met = [];
    if (l.row.lossy) why.push('loses sample values');
    for (const need of data.needs.filter((n) => state.reader.needs.includes(n.name))) {
      const a = l.row.answers[need.name];
      if (!a) l.unknown.push(need.title);
      else if (a.met) l.met.push(`${need.title} (${a.why})`);
      else why.push(a.why);
    }
    l.excluded = why.join('; ');
    return l;
  });
  if (bySpeed()) return list;
  const key = (l) => l.row.reference ? 0 : !l.bill ? 3 : l.excluded ? 2 : 1;
  return list.sort((a, b) => key(a) - key(b) || (a.bill && b.bill ? a.bill.dollar - b.bill.dollar : 0));
}

// maxTie is the maximum ratio of costs that are about the same: see verdict.go.
const maxTie = 2;

// advise returns the recommended codec and the verdict.
function advise(c) {
  if (bySpeed()) return {text: c.verdict, use: c.fastest};
  const list = contenders(c).filter((l) => l.bill && !l.row.reference);
  if (!list.length) return {text: 'Nothing was measured.', use: ''};
  const exclusions = (lead, some) => `${lead}: ${someOf(some.map((l) => `${l.codec} (${l.excluded})`), 2)}.`;
  const best = list[0], title = customised() ? 'your own use' : base().title;
  if (best.excluded) return {text: `For ${title}, no codec meets all needs. ${exclusions('Excluded', list)}`, use: ''};
  let text = `For ${title}, use ${best.codec}: ${amount(best.bill.cores)} cores, ${amount(best.bill.mbit)} Mbit/s and ${dollars(best.bill.dollar)} a month for ${count(state.reader.rate)} messages a second`;
  const others = list.slice(1), eligible = list.filter((l) => !l.excluded).length;
  text += eligible > 1 ? `, the cheapest of ${eligible} codecs.` : '.';
  if (best.met.length) text += ` It is ${best.met.join(', and ')}.`;
  const same = others.filter((l) => !l.excluded && (l.bill.min <= best.bill.max || l.bill.dollar <= best.bill.dollar * (1 + c.noise)));
  const unclear = same.filter((l) => l.bill.dollar > maxTie * best.bill.dollar), near = same.filter((l) => !unclear.includes(l));
  const cheaper = others.filter((l) => l.excluded && l.bill.dollar < best.bill.dollar);
  if (near.length) text += ` About the same: ${someOf(near.map((l) => l.codec), 3)}.`;
  if (unclear.length) text += ` The run is too noisy to tell how much more it costs with ${someOf(unclear.map((l) => l.codec), 3)}.`;
  if (!best.bill.exact) text += ' There are too few rounds for intervals.';
  if (cheaper.length) text += ' ' + exclusions('Cheaper, but excluded', cheaper);
  if (best.unknown.length) text += ` Not known for ${best.codec}: ${best.unknown.join(', ')}.`;
  return {text, use: best.codec};
}

// differences joins amounts with their directions.
function differences(amounts, signs) {
  const words = signs.map((v) => v < 0 ? ' less' : ' more');
  if (words.every((w) => w === words[0])) return someOf(amounts, amounts.length) + words[0];
  return someOf(amounts.map((a, i) => a + words[i]), amounts.length);
}

const times = (r) => Math.abs(r - 1) < 0.05 ? 'about' : amount(r) + ' times';

// costOfKeeping returns sentences that compare the codec in use now with the recommended one.
function costOfKeeping(c, use) {
  if (!state.now) return '';
  const list = contenders(c), l = list.find((o) => o.codec === state.now && o.bill), best = list.find((o) => o.codec === use && o.bill);
  if (!l) {
    const failed = shape().failed[state.now];
    return `${state.now} was not measured${failed ? ': ' + failed : ''}.`;
  }
  if (!best) return '';
  if (l.codec === best.codec) return `${l.codec} is in use already: keep it.`;
  const signs = ['cores', 'mbit', 'dollar'].map((field) => l.bill[field] - best.bill[field]), sized = l.row.size && best.row.size;
  const parts = [`${amount(Math.abs(signs[0]))} cores`, `${amount(Math.abs(signs[1]))} Mbit/s`, `${dollars(Math.abs(signs[2]))} a month`];
  const shown = (_, i) => i === 0 || (i === 1 ? sized : !bySpeed());
  let text = `${l.codec} takes ${times(busy(l.enc.t, l.dec.t) / busy(best.enc.t, best.dec.t))} ${best.codec}'s time`;
  if (sized) text += ` and ${times(l.row.size / best.row.size)} its bytes`;
  text += `; at ${count(state.reader.rate)} messages a second that is ${differences(parts.filter(shown), signs.filter(shown))}`;
  return text + (l.excluded ? `. ${l.codec} is excluded: ${l.excluded}` : '') + '.';
}
