import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  type Account,
  logIn,
  registered,
  registration,
  resetToken,
  type Service,
  verificationToken,
} from '../support/service.ts';

/** The attacker registers the victim's address before the victim does. */
const attacked = (service: Service): Promise<Account> => registered(service, { full_name: 'Mallory Intruder' });

const statusAtLogin = async ({ request }: Service, { email, password }: Pick<Account, 'email' | 'password'>) =>
  (await request('POST', '/api/login', { body: { email, password } })).status;

describeOnBothDatabases('an account that somebody else made with the address of its owner beforehand', (kind) => {
  const service = sharedService(kind);

  it('classic: is shown to the owner with its maker’s name, and is gone once the owner declines it', async () => {
    const account = await attacked(service());
    const { email, phoneNumber } = account;
    const token = await verificationToken(service(), email);
    const { data } = await service().request('GET', '/api/verify/details', { token });
    assert.equal(data.full_name, 'Mallory Intruder');
    const [mail] = await service().emailsTo(email);
    assert.match(mail?.text ?? '', /If you didn’t create an account, open the link and choose “This wasn’t me”/);

    assert.equal((await service().request('POST', '/api/verify/decline', { token })).status, 200);
    const own = registration({ email, phone_number: phoneNumber, password: 'Of-the-owner-1' });
    assert.equal((await service().request('POST', '/api/register', { body: own })).status, 201);
    // Nothing that the attacker holds, or has had mailed, belongs to the owner's account.
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 404);
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), email) });
    assert.equal(await statusAtLogin(service(), account), 401);
    assert.equal(await statusAtLogin(service(), { email, password: 'Of-the-owner-1' }), 200);
  });

  it('unexpired session: has none before the owner verifies it, and none after a password reset', async () => {
    const account = await attacked(service());
    const { email } = account;
    assert.equal(await statusAtLogin(service(), account), 403);
    // The owner takes the account for their own, and the attacker is quick to log in.
    const token = await verificationToken(service(), email);
    assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
    const stolen = (await logIn(service(), account)).data.refresh_token;

    const reset = { token: await resetToken(service(), email), body: { new_password: 'Of-the-owner-1' } };
    assert.equal((await service().request('POST', '/api/reset-password', reset)).status, 200);
    assert.equal((await service().request('POST', '/api/refresh', { body: { refresh_token: stolen } })).status, 401);
    assert.equal(await statusAtLogin(service(), account), 401);
  });

  it('trojan identifier: has no second address; its phone number neither logs in nor receives', async () => {
    const planted = 'mallory.second@example.com';
    const account = await registered(service(), { phone_number: planted });
    await service().request('POST', '/api/verify', { token: await verificationToken(service(), account.email) });
    const { access_token: accessToken } = (await logIn(service(), account)).data;
    // The attacker had the session for a moment, and plants whatever the profile takes.
    const changed = await service().request('PUT', '/api/me', {
      token: accessToken,
      body: { email: planted, full_name: planted, profile_image_url: `https://example.com/?${planted}` },
    });
    assert.equal(changed.status, 200);
    assert.equal(changed.data.email, account.email);

    assert.equal(await statusAtLogin(service(), { email: planted, password: account.password }), 401);
    for (const path of ['/api/forgot-password', '/api/resend-verification']) {
      await service().request('POST', path, { body: { email: planted } });
    }
    assert.deepEqual(await service().emailsTo(planted), []);
  });
});
