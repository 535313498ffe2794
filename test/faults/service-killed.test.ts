import { it } from 'node:test';
import { createEmptyDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { rounds, startLoad, startMail } from './load.ts';

describeOnBothDatabases('the service killed under load', (kind) => {
  it('loses nothing it has acknowledged', async (t) => {
    const smtp = await startMail(t);
    const database = await createEmptyDatabase(t, kind);
    const service = await createServiceProcess(t, { settings: { DATABASE_URL: database.url, SMTP_URL: smtp.url } });
    await service.start();
    const load = await startLoad(t, [service.url], smtp);
    for (let round = 0; round < rounds(1); round += 1) {
      await load.round(async () => {
        await service.end('SIGKILL');
        await service.start();
      });
    }
    const db = database.open();
    await load.finish(`service killed -9 (${kind})`, db).finally(() => db.close());
  });
});
