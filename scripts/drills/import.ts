import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpAfter, type Lifetime } from '../../test/support/clean-up.ts';
import { runProgram } from '../../test/support/command.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../../test/support/databases.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { createServiceProcess } from '../../test/support/service-process.ts';

// npm run drill:import -- --accounts 100000 --database sqlite: imports that many accounts with bcrypt hashes while the
// service runs, the same file once more, and a hundredth of them with SHA-1, which is wrapped in argon2id. Then exports.

const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '100000' }, database: { type: 'string', default: 'sqlite' } },
});
const ACCOUNTS = Number(values.accounts);

const bcrypt = () => `$2b$10$${randomBytes(64).toString('base64').replaceAll(/[+/=]/g, '.').slice(0, 53)}`;
const sha1 = () => randomBytes(20).toString('hex');

async function writeUsers(file: string, count: number, domain: string, hash: () => string): Promise<void> {
  const stream = createWriteStream(file);
  for (let at = 0; at < count; at += 1) {
    const user = {
      email: `user${at}@${domain}`,
      full_name: `Ada Lovelace ${at}`,
      phone_number: `${domain} ${at}`,
      industry: 'Retail',
      email_verified: true,
      created_at: '2021-03-04T05:06:07Z',
      password_hash: hash(),
    };
    if (!stream.write(`${JSON.stringify(user)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

async function drill(t: Lifetime, kind: DatabaseKind): Promise<void> {
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: true }) : undefined;
  if (postgres) cleanUpAfter(t, () => postgres.stop());
  const service = await createServiceProcess(t, { settings: postgres ? { DATABASE_URL: postgres.url } : {} });
  await service.start();
  const settings = { DATABASE_URL: postgres?.url ?? `sqlite:${join(service.dataDir, 'latchkey.db')}` };
  const timed = async (what: string, ...args: string[]) => {
    const startedMs = performance.now();
    const { code, stdout, stderr } = await runProgram(args, settings);
    if (code !== 0) throw new Error(stderr);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`${kind}: ${what}: ${seconds} s (${stdout.split('\n', 1)[0]?.slice(0, 40)})\n`);
  };
  const [plain, fast] = [join(service.dataDir, 'plain.jsonl'), join(service.dataDir, 'fast.jsonl')];
  await writeUsers(plain, ACCOUNTS, 'plain.example', bcrypt);
  await writeUsers(fast, ACCOUNTS / 100, 'fast.example', sha1);
  await timed(`${ACCOUNTS} accounts with bcrypt`, 'import', plain);
  await timed('the same file once more', 'import', plain);
  await timed(`${ACCOUNTS / 100} accounts with SHA-1, wrapped`, 'import', fast);
  await timed('export', 'export', '--hashes');
}

const cleanUps: (() => unknown)[] = [];
const kind = DATABASE_KINDS.find((one) => one === values.database) ?? 'sqlite';
try {
  await drill({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind);
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}
