// One page of the booklet for each recipe, into out/pages/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { sayIngredient } from '../src/scale.js';
import { loadShelf } from '../src/server.js';

const pages = new URL('../out/pages/', import.meta.url);

function page(recipe) {
  const lines = [recipe.title.toUpperCase(), `for ${recipe.serves}`, ''];
  for (const each of recipe.ingredients) lines.push(`  ${sayIngredient(each)}`);
  lines.push('');
  for (const [index, step] of recipe.steps.entries()) lines.push(`${index + 1}. ${step}`);
  if (recipe.note) lines.push('', `(${recipe.note})`);
  return lines.join('\n') + '\n';
}

rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
for (const [name, recipe] of loadShelf()) writeFileSync(new URL(`${name}.txt`, pages), page(recipe));
