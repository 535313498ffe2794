// The tests of an application whose users log in with Latchkey: node --test
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, it } from 'node:test';

const latchkey = spawn('npx', ['latchkey', 'test-server']);
after(() => latchkey.stdin.end());
const { url } = JSON.parse((await once(latchkey.stdout, 'data'))[0]);
const ask = async (path, request) => (await (await fetch(url + path, request)).json()).data;
const post = (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) });

it('greets whoever is logged in', async () => {
  const { access_token } = await post('/test/accounts', { full_name: 'Ada Lovelace' });
  const me = await ask('/api/me', { headers: { authorization: `Bearer ${access_token}` } });
  assert.equal(me.full_name, 'Ada Lovelace');
});

it('mails a link to set another password', async () => {
  const { user } = await post('/test/accounts');
  await post('/api/forgot-password', { email: user.email });
  const [email] = await ask(`/test/emails?to=${user.email}`);
  assert.match(email.links[0], /reset-password\?token=/);
});
