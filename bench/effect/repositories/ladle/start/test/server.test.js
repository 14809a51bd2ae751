import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ladle } from '../src/server.js';

let server;

async function get(path) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  return { status: response.status, body: await response.json() };
}

before(async () => {
  server = ladle().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

after(() => {
  server.close();
  server.closeAllConnections();
});

test('the shelf', async () => {
  const { body } = await get('/recipes');
  assert.ok(body.recipes.some((each) => each.name === 'pancakes'));
});

test('pancakes for six', async () => {
  const { body } = await get('/recipes/pancakes?serves=6');
  assert.equal(body.serves, 6);
  assert.ok(body.ingredients.includes('3 eggs'));
});

test('cups into millilitres', async () => {
  const { body } = await get('/convert?amount=1+1/2&from=cup&to=ml');
  assert.equal(body.amount, 354.9);
  assert.equal(body.unit, 'ml');
});

test('what is not there, and what makes no sense', async () => {
  assert.equal((await get('/recipes/stone-soup')).status, 404);
  assert.equal((await get('/recipes/pancakes?serves=-2')).status, 400);
  assert.equal((await get('/convert?amount=some&from=cup&to=ml')).status, 400);
});
