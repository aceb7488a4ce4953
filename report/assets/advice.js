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
  const exact = l.enc.lo !== null && l.dec.lo !== null;
  b.lo = exact ? of(l.enc.lo, l.dec.lo).dollar : -Infinity;
  b.hi = exact ? of(l.enc.hi, l.dec.hi).dollar : Infinity;
  b.narrow = b.hi === b.lo || (b.hi - b.lo) / (2 * b.dollar) <= maxNarrow;
  return b;
}

// contenders returns the lines of a class with their rows, bills, reasons for exclusion, and known and open needs, in the order for the
// reader.
function contenders(c) {
  const rows = shape().rows;
  const list = c.lines.map((line) => {
    const l = {...line, row: rows[line.codec]}, why = [];
    l.bill = bill(l);
    l.open = [];
    l.met = [];
    if (l.row.lossy) why.push('loses sample values');
    for (const need of data.needs.filter((n) => state.reader.needs.includes(n.name))) {
      const a = l.row.answers[need.name];
      if (!a) l.open.push({...need, never: (l.row.never || {})[need.name] || ''});
      else if (a.met) l.met.push(`${need.title} (${a.why})`);
      else why.push(a.why);
    }
    l.excluded = why.join('; ');
    const known = l.excluded || l.row.reference || !l.open.length;
    l.eligible = !l.excluded && known;
    l.unsure = !known || !l.excluded && l.bill && !l.bill.narrow;
    return l;
  });
  if (bySpeed()) return list;
  const key = (l) => l.row.reference ? 0 : !l.bill ? 4 : l.excluded ? 3 : l.eligible ? 1 : 2;
  return list.sort((a, b) => key(a) - key(b) || (a.bill && b.bill ? a.bill.dollar - b.bill.dollar : 0));
}

// noisy reports whether a time of the line has an interval that is too wide for a test of its differences.
const noisy = (l) => [l.enc, l.dec].some((c) => c && wide(c));

// maxTie is the maximum ratio of costs that are about the same: see ranking.go.
const maxTie = 2;

const title = () => customised() ? 'your own use' : base().title;

// advise returns the recommended codec, the verdict, sentences about what is not known, and whether an examination can find it out.
function advise(c) {
  if (bySpeed()) return {text: c.verdict, use: c.fastest, open: '', canFind: false};
  const list = contenders(c).filter((l) => l.bill && !l.row.reference);
  if (!list.length) return {text: 'Nothing was measured.', use: '', open: '', canFind: false};
  const best = list[0];
  if (best.excluded) return {text: `For ${title()}, no codec meets all needs. ${exclusions('Excluded', list)}`, use: '', open: '', canFind: false};
  let text = `For ${title()}, ${run().unfinished ? 'there is no verdict yet, since the run is not finished' : 'no codec is known to meet all needs'}.`;
  const near = best.eligible ? nearest(list, c.noise) : [], open = undecided(best, near), use = best.eligible && !open;
  if (use) text = recommendation(list, near);
  else if (open) text = `For ${title()}, the run is too noisy to decide: any of ${someOf([best, ...near].map((l) => l.codec), 5)} may be the cheapest. Run it again on a quieter machine or with more rounds.`;
  return {text, use: use ? best.codec : '', ...openText(list, use ? best : null)};
}

// nearest returns the contenders that may cost as little as the first one.
const nearest = ([best, ...others], noise) => others.filter((l) => l.eligible && (l.bill.lo <= best.bill.hi || l.bill.dollar <= best.bill.dollar * (1 + noise)));

// undecided reports whether it is too noisy to decide between the first contender and those near it.
const undecided = (best, near) => near.length > 0 && (!best.bill.narrow || near.some((l) => !l.bill.narrow || l.bill.dollar > maxTie * best.bill.dollar));

const exclusions = (lead, some) => `${lead}: ${someOf(some.map((l) => `${l.codec} (${l.excluded})`), 2)}.`;

// recommendation returns the sentences about the first contender, those near it, and those that cost less.
function recommendation(list, near) {
  const best = list[0], cheaper = list.filter((l) => l.excluded && l.bill.dollar < best.bill.dollar);
  let text = `For ${title()}, use ${best.codec}: ${amount(best.bill.cores)} cores, ${amount(best.bill.mbit)} Mbit/s and ${dollars(best.bill.dollar)} a month for ${count(state.reader.rate)} messages a second${cheapestOf(list)}.`;
  if (best.met.length) text += ` It is ${best.met.join(', and ')}.`;
  if (near.length) text += ` About the same: ${someOf(near.map((l) => l.codec), 3)}.`;
  if (best.bill.hi === Infinity) text += ' There are too few rounds for intervals.';
  if (cheaper.length) text += ' ' + exclusions('Cheaper, but excluded', cheaper);
  return text;
}

// cheapestOf returns a clause with the number of codecs that the recommended one is the cheapest of.
function cheapestOf(list) {
  const n = list.filter((l) => l.eligible).length, all = n === list.length, which = state.reader.needs.length ? 'known to meet all needs' : 'without losses';
  if (n === 1 && all) return '';
  if (all) return `, the cheapest of ${n} codecs`;
  return n === 1 ? `, the only codec ${which}` : `, the cheapest of the ${n} ${which}`;
}

// openText returns sentences about the contenders about which something is not known, and whether an examination can find it out.
function openText(list, best) {
  const open = list.filter((l) => !l.excluded && l.open.length && !(best && l.bill.dollar >= best.bill.dollar));
  const why = (l) => (l.open.find((o) => o.never) || {never: ''}).never;
  const find = open.filter((l) => !why(l)), never = open.filter(why), texts = [];
  const clause = (some) => `${some.length} ${best ? 'cheaper ' : ''}${some.length === 1 ? 'codec is' : 'codecs are'} ` +
    (someOf(data.needs.filter((n) => some.some((l) => l.open.some((o) => o.name === n.name))).map((n) => n.title), data.needs.length));
  if (find.length) texts.push(`It is not known whether ${clause(find)}.`);
  if (never.length) texts.push(`It could not be found out whether ${clause(never)} (${someOf([...new Set(never.map(why))], 2)}).`);
  return {open: texts.join(' '), canFind: find.length > 0};
}

const shellQuoted = (arg) => /^[\w/.\-+:@%\u0080-\uffff]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;

// findCommand returns the command that examines the aspects that the use needs, or ''. For a use of the reader's own, it names the aspects.
function findCommand() {
  if (!run().folder) return '';
  const use = customised() ? '-aspects ' + [...new Set(data.needs.filter((n) => n.aspect && state.reader.needs.includes(n.name)).map((n) => n.aspect))].join() : '-for ' + state.preset;
  return `bale compare -resume ${shellQuoted(run().folder)} ${use}${state.now ? ' -now ' + shellQuoted(state.now) : ''}`;
}

// differences joins amounts with their directions.
function differences(amounts, signs) {
  const words = signs.map((v) => v < 0 ? ' less' : ' more');
  if (words.every((w) => w === words[0])) return someOf(amounts, amounts.length) + words[0];
  return someOf(amounts.map((a, i) => a + words[i]), amounts.length);
}

// sentences divides a verdict into a short first sentence, which names the winner, and the rest: see sentences.go.
function sentences(text, winner) {
  let list = [], start = 0, depth = 0;
  for (let i = 0; i < text.length; i++) {
    depth += text[i] === '(' ? 1 : text[i] === ')' ? -1 : 0;
    if (depth <= 0 && text.startsWith('. ', i)) {
      list.push(text.slice(start, i + 1));
      start = i + 2;
    }
  }
  list.push(text.slice(start));
  const at = Math.max(0, list.findIndex((s) => advising.test(s)));
  let [lead] = list.splice(at, 1);
  const named = advising.exec(lead), colon = lead.indexOf(': ');
  if (named && [...lead].length > maxLead && colon >= 0) {
    list.unshift(lead.slice(colon + 2));
    lead = lead.slice(0, colon + 1);
  }
  const from = named && named[0].length;
  if (!named || !winner || !/^[:. ]/.test(lead.slice(from + winner.length)) || !lead.startsWith(winner, from)) return {before: lead, winner: '', after: '', rest: list};
  return {before: lead.slice(0, from), winner, after: lead.slice(from + winner.length), rest: list};
}

const advising = /^(For [^:]*, u|U)se /;
const maxLead = 90;

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
  if (noisy(l) || noisy(best)) return `The run is too noisy to tell the cost of keeping ${l.codec}.`;
  const signs = ['cores', 'mbit', 'dollar'].map((field) => l.bill[field] - best.bill[field]), sized = l.row.size && best.row.size;
  const parts = [`${amount(Math.abs(signs[0]))} cores`, `${amount(Math.abs(signs[1]))} Mbit/s`, `${dollars(Math.abs(signs[2]))} a month`];
  const shown = (_, i) => i !== 1 || sized;
  let text = `${l.codec} takes ${times(busy(l.enc.t, l.dec.t) / busy(best.enc.t, best.dec.t))} ${best.codec}'s time`;
  if (sized) text += ` and ${times(l.row.size / best.row.size)} its bytes`;
  if (l.row.wire === best.row.wire) text += ` (both write ${l.row.wire})`;
  text += `; at ${count(state.reader.rate)} messages a second that is ${differences(parts.filter(shown), signs.filter(shown))}`;
  if (l.excluded) text += `. ${l.codec} is excluded: ${l.excluded}`;
  else if (l.open.length) text += `. It is not known whether ${l.codec} is ${someOf(l.open.map((o) => o.title), l.open.length)}`;
  else if (signs[2] <= c.noise * l.bill.dollar) text += `. Stay with ${l.codec}: the difference is within the noise`;
  else if (signs[2] < stayDollars) text += `. Stay with ${l.codec}, unless you send many more messages: a change saves less than $${stayDollars} a month`;
  return text + '.';
}

// stayDollars is the saving a month below which the verdict says to stay: see advice.go.
const stayDollars = 5;

// aboutUse returns sentences about the recommended row: fields that a tag hides, and, by speed alone, what goes wrong when the type changes.
function aboutUse(use) {
  const row = use && shape().rows[use] || {};
  return [row.says, bySpeed() && row.changes].filter(Boolean).join(' ');
}

// ownText returns a sentence about a recommended codec whose strings share memory, with the first one whose strings have their own: see ownstrings.go.
function ownText(c, use) {
  const rows = shape().rows;
  if (!use || c.mode[2] !== 'copy' || (rows[use] || {}).strings !== 'shared') return '';
  const stands = (l) => bySpeed() ? parseInt(l.rank) > 0 : l.bill && !l.excluded && !l.unsure;
  const own = contenders(c).find((l) => l.row.strings === 'own' && l.enc && l.dec && !l.row.reference && !l.row.lossy && stands(l));
  return `Strings that ${use} decodes share memory${own ? `; ${bySpeed() ? 'fastest' : 'cheapest'} with strings of their own: ${own.codec}` : ''}.`;
}
