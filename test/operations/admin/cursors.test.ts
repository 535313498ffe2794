import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PAGE_PARAMETERS } from '../../../src/administration/page-cursor.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { ROUTES } from '../../support/routes.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn } from '../../support/service.ts';

/** Two lists of each path, whose parameters are as long and differ in their values alone. */
const LISTS = [
  ['/api/admin/users', 'query=ada', 'query=adb'],
  ['/api/admin/sessions', 'user=$id', 'user=$other'],
  ['/api/admin/audit', 'event=logged_in', 'event=suspended'],
  ['/api/admin/emails', 'state=sent', 'state=dead'],
] as const;

describeWhereDatabasesDiffer('the cursor of a list', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });

  it('is tried for every list that has pages, and filters besides', () => {
    const ofPages = Object.keys(PAGE_PARAMETERS);
    const isTried = (query: object) => 'after' in query && Object.keys(query).length > ofPages.length;
    const paths = ROUTES.filter(({ operation }) => isTried(operation.query ?? {})).map(({ path }) => path);
    assert.deepEqual(paths.sort(), LISTS.map(([path]) => path).sort());
  });

  it('goes on in its own list, and in no other of the same length', async () => {
    const { accessToken: token, id, ...admin } = await loggedInAdmin(service());
    for (const _ of [1, 2]) await logIn(service(), admin);
    await loggedIn(service());
    await service().emailsTo('');
    for (const [path, ...lists] of LISTS) {
      const [one = '', other = ''] = lists.map((list) =>
        list.replace('$id', String(id)).replace('$other', String(id + 1)),
      );
      assert.equal(one.length, other.length);
      const read = (query: string) => service().request('GET', `${path}?limit=1&${query}`, { token });
      const { next } = (await read(one)).data;
      assert.ok(next, `${path} has another page`);
      assert.equal((await read(`${one}&after=${next}`)).status, 200);
      const refused = await read(`${other}&after=${next}`);
      assert.deepEqual([refused.status, refused.headers.get('x-error-field')], [400, 'after'], path);
      assert.equal((await read(`after=${next}`)).status, 400, `${path} without the parameter`);
    }
  });
});
