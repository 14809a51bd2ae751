// What the telephone app was promised: these keys in every reply, and no others
// (the app's reader stops at a key that it does not know).
import { readFileSync } from 'node:fs';
import { ladle } from '../src/server.js';

const promised = JSON.parse(readFileSync(new URL('keys.json', import.meta.url), 'utf8'));
const server = ladle().listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));

let broken = 0;
for (const [path, keys] of Object.entries(promised)) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  let body = await response.json();
  if (Array.isArray(body.recipes)) body = body.recipes[0];
  const found = Object.keys(body).sort().join(' ');
  if (found === [...keys].sort().join(' ')) continue;
  console.error(`contract: ${path} has ${found}`);
  broken += 1;
}

server.close();
server.closeAllConnections();
console.log(broken ? `contract: ${broken} broken` : 'contract: kept');
process.exitCode = broken ? 1 : 0;
