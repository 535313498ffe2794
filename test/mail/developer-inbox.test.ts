import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { registration, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { parseEmail } from '../support/smtp-sink.ts';

describe("the developer's inbox", () => {
  it('shows e-mails newest first, filters them, keeps them as files and prints the link', async (t) => {
    const service = await createServiceProcess(t);
    await service.start();
    const [ada, grace] = [registration({ full_name: 'Ada' }), registration({ full_name: 'Grace' })];
    const inbox = async (query = '') => (await service.request('GET', `/dev/inbox${query}`)).data;
    const until = async (count: number) => {
      while ((await inbox()).length < count);
    };
    await service.request('POST', '/api/register', { body: ada });
    await until(1);
    await service.request('POST', '/api/register', { body: grace });
    await until(2);
    await service.request('POST', '/api/forgot-password', { body: { email: ada.email } });
    await until(3);

    const messages = await inbox();
    assert.deepEqual(
      messages.map(({ to, subject }: { to: string; subject: string }) => [to, subject]),
      [
        [ada.email, 'Reset your password'],
        [grace.email, 'Verify your account'],
        [ada.email, 'Verify your account'],
      ],
    );
    const [reset] = messages;
    assert.match(reset.text, /Hello Ada/);
    assert.deepEqual(reset.links.length, 1);
    assert.ok(reset.text.includes(reset.links[0]));
    assert.equal((await inbox(`?to=${ada.email.toUpperCase()}`)).length, 2);
    assert.equal((await inbox('?to=nobody@example.com')).length, 0);
    assert.ok(service.output().includes(reset.links[0]), 'the link is in the log');

    const folder = join(service.dataDir, 'inbox');
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
    assert.equal(files.length, 3);
    const newest = join(folder, files.sort().at(-1) ?? '');
    assert.equal(statSync(newest).mode & 0o777, 0o600);
    const email = await parseEmail(readFileSync(newest));
    assert.equal(email.subject, 'Reset your password');
    assert.ok(email.text.includes(reset.links[0]));
  });

  it('is not there when a mail server is', async (t) => {
    const service = await startService(t, 'sqlite');
    assert.equal((await service.request('GET', '/dev/inbox')).status, 404);
  });

  it('is not there in production', async (t) => {
    const settings = { NODE_ENV: 'production', SIGNING_SECRET: 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA' };
    const service = await startService(t, 'sqlite', settings);
    assert.equal((await service.request('GET', '/dev/inbox')).status, 404);
    assert.match(
      (await service.request('GET', '/healthz')).headers.get('strict-transport-security') ?? '',
      /max-age=\d{8}/,
    );
  });
});
