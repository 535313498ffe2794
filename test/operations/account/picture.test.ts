import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_PICTURE_BYTES } from '../../../src/core/profile/pictures/picture.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { bearerScenarios, forgeToken } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { imageOf, PICTURE, pictureOf } from '../../support/pictures.ts';
import { pngOf } from '../../support/png.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, type Service, type Session } from '../../support/service.ts';

const PATH = '/api/me/picture';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>');
const refused = (name: string, body: unknown, message: string): Scenario<Session> => ({
  name,
  changesNothing: true,
  when: ({ accessToken }) => ({ token: accessToken, body }),
  status: 400,
  message,
});

const NOT_A_PICTURE = 'image must be a JPEG picture in base64';
const REFUSALS: readonly Scenario<Session>[] = [
  ...bearerScenarios<Session>({ wrongPurpose: 401 }),
  {
    name: 'a suspended account, before the body',
    when: async ({ id, email }, service) => {
      await suspend(service, email);
      return { token: await forgeToken({ sub: String(id), purpose: 'auth' }), body: '{' };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  refused('no picture', {}, 'image cannot be empty'),
  refused('a list', { image: ['a'] }, 'image must be a string'),
  refused('SVG', imageOf(SVG), NOT_A_PICTURE),
  refused('PNG', imageOf(pngOf(16, 16, [0, 0, 0, 255])), NOT_A_PICTURE),
  refused('no base64', { image: `data:image/jpeg;base64,${imageOf(PICTURE).image}` }, NOT_A_PICTURE),
  refused('a large picture', imageOf(pictureOf(513, 513)), 'image must be a square of 16 to 512 pixels'),
  refused('a large file', imageOf(Buffer.alloc(MAX_PICTURE_BYTES + 1)), 'image must be at most 45 KiB'),
];

describeOnBothDatabases('the picture of a profile', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['PUT', PATH], loggedIn, REFUSALS);

  const upload = async ({ request }: Service, { accessToken: token }: Session, bytes: Buffer): Promise<string> => {
    const { status, data, text } = await request('PUT', PATH, { token, body: imageOf(bytes) });
    assert.equal(status, 200, text);
    return data.profile_image_url ?? '';
  };
  const seen = async ({ url }: Service, address: string) => {
    const answer = await fetch(new URL(address, url));
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const statusOf = async (address: string) => (await seen(service(), address)).status;
  const trailOf = ({ id }: Pick<Session, 'id'>) =>
    service().db.all(
      "SELECT actor, subject FROM audit_events WHERE user_id = $1 AND event = 'profile_updated' ORDER BY id",
      [id],
    );
  const rowsOf = async ({ id }: Pick<Session, 'id'>) =>
    (await service().db.all('SELECT name FROM profile_pictures WHERE user_id = $1', [id])).length;

  it('is served to whoever knows its address, as what it is and as nothing else', async () => {
    const owner = await loggedIn(service());
    const address = await upload(service(), owner, PICTURE);
    assert.match(address, /^\/api\/pictures\/[\w-]{22}$/);
    const { status, headers, bytes: served } = await seen(service(), address);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/jpeg');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox; frame-ancestors 'none'");
    assert.equal(headers.get('cache-control'), 'private, max-age=86400, immutable');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('set-cookie'), null);
    assert.deepEqual(served, PICTURE);
    const { data } = await service().request('GET', '/api/me', { token: owner.accessToken });
    assert.equal(data.profile_image_url, address);
    assert.equal(await rowsOf(owner), 1);
  });

  it('is still served where an earlier version stored another format', async () => {
    const owner = await loggedIn(service());
    const address = await upload(service(), owner, PICTURE);
    const png = pngOf(16, 16, [0, 0, 0, 255]);
    const stored = [owner.id, 'image/png', png.toString('base64')];
    await service().db.all('UPDATE profile_pictures SET content_type = $2, image = $3 WHERE user_id = $1', stored);
    const { status, headers, bytes } = await seen(service(), address);
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(bytes, png);
  });

  it('has an address that nobody guesses, and of which only the whole is known', async () => {
    const address = await upload(service(), await loggedIn(service()), PICTURE);
    for (const other of [address.slice(0, -1), `${address}a`, `${address.slice(0, -1)}%25`, '/api/pictures/1']) {
      const { status, headers } = await seen(service(), other);
      assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], other);
    }
  });

  it('is gone at once when it is replaced, by a picture or a link, or removed', async () => {
    const owner = await loggedIn(service());
    const token = owner.accessToken;
    const first = await upload(service(), owner, PICTURE);
    const second = await upload(service(), owner, PICTURE);
    assert.notEqual(first, second, 'the same picture has another address');
    assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 200]);

    const same = { profile_image_url: second, industry: 'Poetry' };
    await service().request('PUT', '/api/me', { token, body: same });
    assert.equal(await statusOf(second), 200, 'a change that leaves it alone');
    await service().request('PUT', '/api/me', { token, body: { profile_image_url: 'https://example.com/a.png' } });
    assert.deepEqual([await statusOf(second), await rowsOf(owner)], [404, 0]);

    const third = await upload(service(), owner, PICTURE);
    for (let time = 0; time < 2; time += 1) {
      const { status, data } = await service().request('DELETE', PATH, { token });
      assert.deepEqual([status, data.profile_image_url], [200, null]);
    }
    assert.equal(await statusOf(third), 404);
    const linked = { actor: null, subject: 'profile:profile_image_url' };
    const events = (await trailOf(owner)).map((row) => ({ ...row }));
    const both = { actor: null, subject: 'profile:industry' };
    assert.deepEqual(events, [linked, linked, both, linked, linked, linked], 'and none for what changed nothing');
  });

  it('is that of its owner alone: the address of another’s shows it, and removes nothing', async () => {
    const [owner, other] = [await loggedIn(service()), await loggedIn(service())];
    const address = await upload(service(), owner, PICTURE);
    const asked = { token: other.accessToken };
    await service().request('PUT', '/api/me', { ...asked, body: { profile_image_url: address } });
    await service().request('DELETE', PATH, asked);
    assert.equal(await statusOf(address), 200);
  });

  it('goes with the account, and is in the export before', async () => {
    const owner = await loggedIn(service());
    const address = await upload(service(), owner, PICTURE);
    const exported = await service().request('GET', '/api/me/export', { token: owner.accessToken });
    assert.ok(exported.text.includes(PICTURE.toString('base64')));
    assert.equal((await service().request('POST', '/api/me/delete', { token: owner.accessToken })).status, 200);
    assert.deepEqual([await statusOf(address), await rowsOf(owner)], [404, 0]);
  });

  it('survives uploads at the same moment: one of them is there', async () => {
    const owner = await loggedIn(service());
    const addresses = await Promise.all(
      Array.from({ length: 6 }, (_, at) => upload(service(), owner, pictureOf(16 + at, 16 + at))),
    );
    const { data } = await service().request('GET', '/api/me', { token: owner.accessToken });
    const statuses = await Promise.all(addresses.map(statusOf));
    assert.deepEqual(
      addresses.filter((_, at) => statuses[at] === 200),
      [data.profile_image_url],
    );
  });

  it('is changed by administrators and keys, whom the event names, but not that of an administrator by a key', async () => {
    const [admin, owner] = [await loggedInAdmin(service()), await loggedIn(service())];
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    const path = `/api/admin/users/${owner.id}/picture` as const;
    const body = imageOf(PICTURE);
    const set = await service().request('PUT', path, { token: admin.accessToken, body });
    assert.equal(set.status, 200, set.text);
    const address = (await service().request('GET', '/api/me', { token: owner.accessToken })).data.profile_image_url;
    assert.equal(await statusOf(address ?? ''), 200);
    assert.equal((await service().request('DELETE', path, { token: key })).status, 200);
    assert.equal(await statusOf(address ?? ''), 404);
    const actors = (await trailOf(owner)).map(({ actor }) => actor);
    assert.deepEqual(actors, [`user:${admin.id}`, `key:${key.split('_')[1]}`]);

    const own = `/api/admin/users/${admin.id}/picture`;
    assert.equal((await service().request('PUT', own, { token: key, body })).status, 403);
    const unknown = await service().request('PUT', path, { token: key, body: { ...body, url: 'a' } });
    assert.deepEqual([unknown.status, unknown.message], [400, 'There is no member url']);
    assert.equal((await service().request('DELETE', '/api/admin/users/999999/picture', { token: key })).status, 404);
  });
});
