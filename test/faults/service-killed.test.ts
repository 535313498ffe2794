import { it } from 'node:test';
import { createEmptyDatabase, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { isLongRun, rounds, startLoad, startMail } from './load.ts';

/** Killed just when one of these was answered: whatever the service put off until after its answer is lost. */
const ANSWERED = ['/api/change-password', '/api/register'];

describeWhereDatabasesDiffer('the service killed under load', (kind) => {
  // PostgreSQL keeps what was committed whatever becomes of the service: postgres-lost.test.ts counts it in npm test.
  const skip = kind === 'postgres' && !isLongRun && 'only in npm run faults';
  it('loses nothing it has acknowledged', { skip }, async (t) => {
    const smtp = await startMail(t);
    const database = await createEmptyDatabase(t, kind);
    const service = await createServiceProcess(t, { settings: { DATABASE_URL: database.url, SMTP_URL: smtp.url } });
    await service.start();
    const load = await startLoad(t, [service.url], smtp);
    for (let round = 0; round < rounds(ANSWERED.length); round += 1) {
      await load.round(async () => {
        load.journal.atNext(String(ANSWERED[round % ANSWERED.length]), () => service.child.kill('SIGKILL'));
        await until('it is killed', () => service.child.signalCode !== null, 60_000);
        await service.start();
      });
    }
    const db = database.open();
    await load.finish(`service killed -9 (${kind})`, db).finally(() => db.close());
  });
});
