// Which units there are, and how one becomes the other.
import { readFileSync } from 'node:fs';

const TABLE = JSON.parse(readFileSync(new URL('tables/units.json', import.meta.url), 'utf8'));
const METRIC = { volume: 'ml', weight: 'g' };

export class UnitError extends Error {}

export function isUnit(name) {
  return Object.hasOwn(TABLE, name);
}

function unit(name) {
  if (!isUnit(name)) throw new UnitError(`no such unit: ${name}`);
  return TABLE[name];
}

/** The same amount in another unit. */
export function convert(amount, from, to) {
  const [a, b] = [unit(from), unit(to)];
  if (a.kind !== b.kind) throw new UnitError(`${from} is ${a.kind}, ${to} is ${b.kind}`);
  return (amount * a.size) / b.size;
}

/** The unit that a metric kitchen uses instead. */
export function metricFor(name) {
  return METRIC[unit(name).kind];
}

/** The short name of a unit: tbsp for tablespoons. */
export function shortName(name) {
  return unit(name).short;
}
