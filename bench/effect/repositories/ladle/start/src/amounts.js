// Amounts as cooks write them: 2, 0.5, 3/4, 1 1/2.

const FRACTIONS = [
  [0, ''],
  [1 / 4, '1/4'],
  [1 / 3, '1/3'],
  [1 / 2, '1/2'],
  [2 / 3, '2/3'],
  [3 / 4, '3/4'],
  [1, ''],
];

const AMOUNT = /^(?:(\d+)\s+)?(\d+)\/(\d+)(?=\s|$)|^(\d+(?:\.\d+)?)(?=\s|$)/;

/** The amount at the start of a text and what follows it; null if there is none. */
export function readAmount(text) {
  const found = AMOUNT.exec(text);
  if (!found) return null;
  const [all, whole, over, under, plain] = found;
  const value = plain ? Number(plain) : Number(whole ?? 0) + Number(over) / Number(under);
  return { value, rest: text.slice(all.length).trim() };
}

/** An amount as a cook would say it: to the nearest fraction that a cup has a mark for. */
export function sayAmount(value) {
  if (value >= 20) return String(Math.round(value));
  const whole = Math.floor(value);
  let best = FRACTIONS[0];
  for (const each of FRACTIONS) {
    if (Math.abs(value - whole - each[0]) < Math.abs(value - whole - best[0])) best = each;
  }
  if (best[0] === 1) return String(whole + 1);
  if (whole === 0) return best[1] || 'a little';
  return best[1] ? `${whole} ${best[1]}` : String(whole);
}
