// Tests a freshly installed service: an account is registered and verified, logs in and opens a page with its script
// (`first`), still exists after a restart (`again`), and nothing answers after the stop (`gone`). Plain JavaScript, for
// the Node of a package.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

const [url, visit] = process.argv.slice(2);
const account = { email: 'ada@example.com', password: 'Analytical1' };
const details = { full_name: 'Ada Lovelace', industry: 'Computing', phone_number: '+44 20 7946 0000' };

async function post(path, body, token) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.status;
}

/** Waits at most twenty seconds. */
async function until(isReached) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (isReached(answer)) return;
    await setTimeout(200);
  }
  throw new Error(`${visit}: nothing of the kind within twenty seconds`);
}

async function register() {
  assert.equal(await post('/api/register', { ...account, ...details }), 201);
  const { data } = await (await fetch(`${url}/dev/inbox?to=${account.email}`)).json();
  const token = new URL(data[0].links[0]).searchParams.get('token');
  assert.equal(await post('/api/verify', {}, token), 200);
}

async function use() {
  await until((answer) => answer?.ok);
  if (visit === 'first') await register();
  assert.equal(await post('/api/login', account), 200);
  const page = await (await fetch(`${url}/login`)).text();
  const [, script] = /<script type="module" src="([^"]+)"/.exec(page);
  assert.equal((await fetch(url + script)).status, 200);
}

await (visit === 'gone' ? until((answer) => answer === undefined) : use());
process.stdout.write(`${visit}: yes\n`);
