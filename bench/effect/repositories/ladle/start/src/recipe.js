// From the text of a recipe to a recipe.
import { readAmount } from './amounts.js';
import { isUnit, shortName } from './units.js';

export class RecipeError extends Error {}

export function parseIngredient(text) {
  const read = readAmount(text);
  if (!read) return { amount: null, unit: null, name: text };
  const [first, ...others] = read.rest.split(/\s+/);
  if (others.length > 0 && isUnit(first)) {
    return { amount: read.value, unit: shortName(first), name: others.join(' ') };
  }
  return { amount: read.value, unit: null, name: read.rest };
}

/** Parse a whole recipe; throws RecipeError if it has no title or feeds nobody. */
export function parseRecipe(text) {
  const recipe = { title: '', serves: 0, note: '', ingredients: [], steps: [] };
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) recipe.title = line.slice(2).trim();
    else if (line.startsWith('serves:')) recipe.serves = Number(line.slice(7));
    else if (line.startsWith('note:')) recipe.note = line.slice(5).trim();
    else if (line.startsWith('- ')) recipe.ingredients.push(parseIngredient(line.slice(2).trim()));
    else if (/^\d+\. /.test(line)) recipe.steps.push(line.replace(/^\d+\. /, '').trim());
  }
  if (!recipe.title) throw new RecipeError('a recipe without a title');
  if (!(recipe.serves > 0)) throw new RecipeError(`${recipe.title} feeds nobody`);
  return recipe;
}
