// More plates, other units.
import { sayAmount } from './amounts.js';
import { convert, metricFor } from './units.js';

/** The same recipe for another number of plates. */
export function scale(recipe, serves) {
  const factor = serves / recipe.serves;
  const ingredients = recipe.ingredients.map((each) =>
    each.amount === null ? each : { ...each, amount: each.amount * factor },
  );
  return { ...recipe, serves, ingredients };
}

/** The same recipe in millilitres and grams. */
export function toMetric(recipe) {
  const ingredients = recipe.ingredients.map((each) => {
    if (each.unit === null) return each;
    const unit = metricFor(each.unit);
    return { ...each, amount: Math.round(convert(each.amount, each.unit, unit)), unit };
  });
  return { ...recipe, ingredients };
}

/** An ingredient as a line of text. */
export function sayIngredient({ amount, unit, name }) {
  const said = amount === null ? '' : sayAmount(amount);
  return [said, unit, name].filter(Boolean).join(' ');
}
