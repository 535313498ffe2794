import { parseArgs } from 'node:util';
import { prepareIngredients } from '../test/fuzz/ingredients.ts';
import { fuzz } from '../test/fuzz/run.ts';
import { DATABASE_KINDS } from '../test/support/databases.ts';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { EVERY_FEATURE, startService } from '../test/support/service.ts';

// npm run fuzz -- --requests 100000 --seed 1: so many on each database; the exit code tells of findings. With
// --at-once 1 a seed finds the same every time.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'at-once': { type: 'string', default: '16' },
    help: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const atOnce = Number(values['at-once']);
if (values.help || ![requests, seed, atOnce].every(Number.isSafeInteger) || Math.min(requests, atOnce) < 1) {
  process.stderr.write('usage: npm run fuzz -- --requests <number> --seed <number> --at-once <number>\n');
  process.exit(values.help ? 0 : 1);
}

await globalSetup();
for (const kind of DATABASE_KINDS) {
  const cleanUps: (() => unknown)[] = [];
  const service = await startService({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, {
    ...EVERY_FEATURE,
    LOG_LEVEL: 'error',
  });
  const began = performance.now();
  const { findings, statuses } = await fuzz(service.url, {
    requests,
    seed,
    atOnce,
    logLines: service.logLines,
    ingredients: await prepareIngredients(service),
  });
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${kind}: ${requests} requests with seed ${seed} in ${seconds.toFixed(0)} s\n`);
  process.stdout.write(
    `  answers: ${JSON.stringify(statuses)}, findings: ${findings.length}, logged errors: ${service.logLines.length}\n`,
  );
  for (const line of [...findings, ...service.logLines]) process.stdout.write(`  ${line}\n`);
  if (findings.length + service.logLines.length > 0) process.exitCode = 1;
  for (const cleanUp of cleanUps) await cleanUp();
}
await globalTeardown();
