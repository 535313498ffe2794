import { statSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { VERSION } from '../../lib/version.ts';
import { type Database, DatabaseUnusable } from '../../store/engine/database.ts';
import { hasTable, schemaOf } from '../../store/engine/migrate.ts';
import { newestMigration } from '../../store/engine/migration-files.ts';
import { databaseClock, isRunning, all as seenInstances } from '../../store/tables/instances.ts';
import {
  type Finding,
  type Findings,
  fault,
  type InDatabase,
  type OpenedDatabase,
  ok,
  remedyFor,
  skipped,
  warning,
} from '../framework/finding.ts';
import { databaseName, openAsIs } from '../framework/open-database.ts';
import { counted } from '../framework/print.ts';
import { findEngine, findIsolation, findMissingGrants, findPooler, findSchemaRefusal } from './postgres-checks.ts';

const NEEDS_DATABASE = { ofSchema: skipped('needs the database'), isCurrent: false };

/** Opens an existing database and writes to it. `isFirst`: it may be missing, or have no tables. */
export async function openForDiagnosis(
  config: Config,
  { isFirst, findsDamage }: { readonly isFirst: boolean; readonly findsDamage: boolean },
): Promise<OpenedDatabase> {
  const name = databaseName(config);
  const { databaseUrl } = config;
  const isSqlite = databaseUrl.kind === 'sqlite';
  if (isSqlite && isMissing(databaseUrl.path)) {
    const message = `there is no database ${name} yet`;
    const missing = isFirst
      ? ok(`${message}: the service creates it at its first start`)
      : fault(message, 'start the service, which creates it, or name its settings: --env-file <file>');
    return { ofDatabase: [missing], ...NEEDS_DATABASE };
  }
  let db: Database | undefined;
  try {
    db = await openAsIs(config);
    await db.check();
    const ofDatabase = isSqlite ? [await lookIntoFile(db, name, findsDamage)] : await lookInto(db, config, name);
    return { ofDatabase, db, ...(await checkSchema(db, isFirst)) };
  } catch (error) {
    await db?.close();
    const remedy = isSqlite
      ? 'check owner, mode and free space of its folder'
      : 'start PostgreSQL, or correct DATABASE_URL: host, port, name, password, sslmode';
    return {
      ofDatabase: [fault(`${name} cannot be used: ${reasonOf(error)}`, remedyFor(error, remedy))],
      ...NEEDS_DATABASE,
    };
  }
}

async function lookIntoFile(db: Database, name: string, findsDamage: boolean): Promise<Finding> {
  const message = `${name} can be read and written`;
  if (!findsDamage) return ok(message);
  const damage = await db.findDamage?.();
  return damage === undefined
    ? ok(`${message}, and is not damaged`)
    : fault(`${name} is damaged: ${damage}`, remedyFor('malformed'));
}

async function lookInto(db: Database, config: Config, name: string): Promise<Findings> {
  const pooler = await findPooler(config, name);
  const found = pooler ? [pooler] : await findMissingGrants(db);
  const isWell = found.every(({ state }) => state !== 'fault');
  const message = (await hasTable(db, 'schema_migrations')) ? 'can be read and written' : 'answers, and takes writes';
  return [isWell && ok(`${name} ${message}`), ...found, await findEngine(db), await findIsolation(db)];
}

/** False if this user lacks permission to look. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

async function checkSchema(db: Database, isFirst: boolean): Promise<Pick<OpenedDatabase, 'ofSchema' | 'isCurrent'>> {
  const newest = newestMigration(db.kind);
  try {
    const [schema, refusal] = [await schemaOf(db), await findSchemaRefusal(db)];
    if (!refusal && schema === newest)
      return { ofSchema: ok(`schema ${schema}, that of Latchkey ${VERSION}`), isCurrent: true };
    return { ofSchema: refusal ?? judgeOtherSchema(schema, newest, isFirst), isCurrent: false };
  } catch (error) {
    const fallback = error instanceof DatabaseUnusable ? `upgrade this program: it is Latchkey ${VERSION}` : undefined;
    return { ofSchema: fault(reasonOf(error), remedyFor(error, fallback)), isCurrent: false };
  }
}

function judgeOtherSchema(schema: number, newest: number, isFirst: boolean): Finding {
  if (schema > 0)
    return fault(
      `schema ${schema} is older than this version, ${VERSION}, which has ${newest}`,
      'latchkey migrate, or restart the service: it does the same',
    );
  return isFirst
    ? ok('no tables yet: the service creates them at its first start')
    : fault('the database has no tables of Latchkey', 'start the service, which creates them, or name its settings');
}

const SECOND_MS = 1000;
const formatAgo = (ms: number): string => `${counted(Math.round(ms / 60_000), 'minute')} ago`;

/** The instances that have reported to the database. */
export async function checkInstances({ db }: InDatabase): Promise<Findings> {
  const seen = await seenInstances(db);
  const running = seen.filter(isRunning);
  const stopped = seen.filter((instance) => !isRunning(instance));
  const gone = stopped.map(({ instance, ageMs }) => ok(`${instance} has stopped, last seen ${formatAgo(ageMs)}`));
  if (running.length === 0) return [warning('no instance serves', 'start the service'), ...gone];
  const versions = new Set([VERSION, ...running.map(({ version }) => version)]);
  return [
    ...running.map(({ instance, version, startedAtMs }) =>
      ok(`${instance} serves with Latchkey ${version} since ${new Date(startedAtMs).toISOString()}`),
    ),
    versions.size > 1 &&
      warning(
        `several versions are in use: ${[...versions].join(', ')}; this program is ${VERSION}`,
        'finish the upgrade: restart every instance with the new version, and run its own latchkey',
      ),
    ...gone,
  ];
}

/** Authenticator codes last 30 seconds, and a clock that runs ahead expires tokens early. */
const TOLERATED_MS = 5 * SECOND_MS;

/** Compares the clocks of this machine and of the instances with the database's. */
export async function checkClock({ db, isCurrent, nowMs }: InDatabase): Promise<Finding[]> {
  const before = nowMs();
  const database = await databaseClock(db);
  // Allows for the travel time of the answer.
  const aheadMs = (before + nowMs()) / 2 - database;
  const instances = isCurrent ? (await seenInstances(db)).filter(isRunning) : [];
  const clocks = [{ instance: 'this machine', aheadMs }, ...instances];
  const wrong = clocks.filter((clock) => Math.abs(clock.aheadMs) > TOLERATED_MS);
  if (wrong.length === 0) return [ok("within seconds of the database's")];
  return wrong.map((clock) => {
    const seconds = Math.round(Math.abs(clock.aheadMs) / SECOND_MS);
    return fault(
      `the clock of ${clock.instance} is ${seconds} s ${clock.aheadMs > 0 ? 'ahead of' : 'behind'} the database's`,
      'let NTP set both clocks (timedatectl set-ntp true): authenticator codes and tokens depend on them',
    );
  });
}
