import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ladle } from '../src/server.js';

let server;

async function get(path) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  return response.json();
}

before(async () => {
  server = ladle().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

after(() => {
  server.close();
  server.closeAllConnections();
});

test('as a cook would say it', async () => {
  const body = await get('/convert?amount=150&from=ml&to=cup');
  assert.equal(body.amount, 0.634);
  assert.equal(body.unit, 'cup');
  assert.equal(body.said, '2/3 cup');
});

test('large amounts', async () => {
  assert.equal((await get('/convert?amount=1+1/2&from=cup&to=ml')).said, '355 ml');
});

test('what makes no sense is still an error', async () => {
  assert.deepEqual(Object.keys(await get('/convert?amount=1&from=cup&to=kg')), ['error']);
});
