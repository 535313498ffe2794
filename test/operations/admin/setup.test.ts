import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { change, event } from '../../../src/store/change.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { addApp } from '../../support/authenticator.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import type { Session } from '../../support/service.ts';

const DAY_MS = 86_400_000;

describeOnBothDatabases('the setup', (kind) => {
  const service = sharedService(kind, {
    DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
    MAX_EMAIL_BURST: '2',
  });
  let admin: Session;
  const read = async () => (await service().request('GET', '/api/admin/setup', { token: admin.accessToken })).data;
  const dismiss = (step: string, dismissed: unknown) =>
    service().request('POST', `/api/admin/setup/${step}`, { token: admin.accessToken, body: { dismissed } });
  const left = async () =>
    (await read()).steps.filter((step) => !step.is_done && !step.is_dismissed).map(({ name }) => name);
  before(async () => {
    admin = await loggedInAdmin(service());
  });

  it('names what is left to do, as it is found', async () => {
    assert.deepEqual(await left(), ['second_factor', 'return_addresses', 'brand', 'backups']);
    await addApp(service(), admin, admin.accessToken);
    assert.deepEqual(await left(), ['return_addresses', 'brand', 'backups']);
    const old = `INSERT INTO audit_events (happened_at, event, actor) VALUES (now() - ms($1), 'backup_made', 'operator')`;
    await service().db.all(old, [32 * DAY_MS]);
    assert.deepEqual(await left(), ['return_addresses', 'brand', 'backups'], 'a backup that is a month old is none');
    assert.match((await read()).last_backup_at ?? '', /^\d{4}-/);
    await service().db.commit(OPERATOR, change(event('backup_made', null), {}));
    assert.deepEqual(await left(), ['return_addresses', 'brand']);
  });

  it('lets an administrator dismiss a step, and take that back', async () => {
    assert.equal((await dismiss('brand', true)).status, 200);
    assert.deepEqual(await left(), ['return_addresses']);
    assert.equal((await dismiss('brand', false)).status, 200);
    assert.deepEqual(await left(), ['return_addresses', 'brand']);
    const [event] = await service().db.all("SELECT actor, subject FROM audit_events WHERE event LIKE 'setup_step_%'");
    assert.deepEqual({ ...event }, { actor: `user:${admin.id}`, subject: 'step:brand' });
    assert.equal((await dismiss('brand', 'perhaps')).headers.get('x-error-code'), 'invalid_field');
    assert.equal((await dismiss('coffee', true)).status, 404);
  });

  it('sends a test e-mail to whoever asks, a few at a time, and to no API key', async () => {
    const send = (token: string) => service().request('POST', '/api/admin/mail/test', { token });
    const { status, data } = await send(admin.accessToken);
    assert.deepEqual([status, data.to], [200, admin.email]);
    const email = (await service().emailsTo(admin.email)).at(-1);
    assert.match(String(email?.subject), /^A test from/);
    assert.equal((await send(admin.accessToken)).status, 200);
    assert.equal((await send(admin.accessToken)).headers.get('x-error-code'), 'too_many_emails');
    const key = await apiKeyOf(service(), admin, { scopes: ['mail:write'] });
    assert.equal((await send(key)).headers.get('x-error-code'), 'api_key_not_allowed');
  });
});
