// Recipes over HTTP. All replies are JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { readAmount } from './amounts.js';
import { parseRecipe } from './recipe.js';
import { sayIngredient, scale, toMetric } from './scale.js';
import { convert, UnitError } from './units.js';

const RECIPES = fileURLToPath(new URL('../recipes/', import.meta.url));

class BadRequest extends Error {}

/** All recipes of a folder, by the name of their file. */
export function loadShelf(folder = RECIPES) {
  const shelf = new Map();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.txt')) continue;
    shelf.set(file.slice(0, -4), parseRecipe(readFileSync(`${folder}/${file}`, 'utf8')));
  }
  return shelf;
}

function listReply(shelf) {
  const recipes = [];
  for (const [name, recipe] of shelf) recipes.push({ name, title: recipe.title });
  return { recipes };
}

function recipeReply(recipe, query) {
  let shown = recipe;
  if (query.has('serves')) {
    const serves = Number(query.get('serves'));
    if (!(serves > 0)) throw new BadRequest('serves must be a number of plates');
    shown = scale(shown, serves);
  }
  if (query.get('units') === 'metric') shown = toMetric(shown);
  return {
    title: shown.title,
    serves: shown.serves,
    ingredients: shown.ingredients.map(sayIngredient),
    steps: shown.steps,
  };
}

function convertReply(query) {
  const read = readAmount(query.get('amount') ?? '');
  if (!read) throw new BadRequest('amount must be a number such as 2 or 1 1/2');
  const [from, to] = [query.get('from'), query.get('to')];
  return { amount: Number(convert(read.value, from, to).toFixed(3)), unit: to };
}

function reply(shelf, url) {
  const [, first, name, ...more] = url.pathname.split('/');
  if (first === 'convert' && !name) return convertReply(url.searchParams);
  if (first !== 'recipes' || more.length > 0) return null;
  if (!name) return listReply(shelf);
  return shelf.has(name) ? recipeReply(shelf.get(name), url.searchParams) : null;
}

export function ladle(shelf = loadShelf()) {
  return createServer((request, response) => {
    let [status, body] = [200, null];
    try {
      body = reply(shelf, new URL(request.url, 'http://ladle'));
      if (body === null) [status, body] = [404, { error: 'not on this shelf' }];
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof UnitError)) throw error;
      [status, body] = [400, { error: error.message }];
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body) + '\n');
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT ?? 4180);
  ladle().listen(port, '127.0.0.1', () => console.log(`ladle on http://127.0.0.1:${port}`));
}
