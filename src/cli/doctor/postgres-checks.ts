import type { Config } from '../../config/config.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { type Database, query, type Reads } from '../../store/engine/database.ts';
import { engineOf } from '../../store/engine/engine-version.ts';
import { readBaseline, readMigrations } from '../../store/engine/migration-files.ts';
import { createdIn } from '../../store/engine/migration-steps.ts';
import { type Finding, fault, ok, remedyFor, warning } from '../framework/finding.ts';
import { openAsIs } from '../framework/open-database.ts';

const OUR_TABLES = `SELECT to_regclass(name) AS oid, name FROM unnest(string_to_array($1, ' ')) AS name
  WHERE to_regclass(name) IS NOT NULL`;
/** One row per set of missing privileges. */
const MISSING_GRANTS = query<MissingGrant>`SELECT current_user AS role, current_schema() AS schema, privileges,
    string_agg(name, ', ' ORDER BY name) AS tables, COUNT(*) AS count
  FROM (SELECT name, string_agg(privilege, ', ' ORDER BY place) AS privileges FROM (${OUR_TABLES}) AS ours
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS wanted (privilege, place)
    WHERE NOT has_table_privilege(oid, privilege) GROUP BY name) AS lacking
  GROUP BY privileges ORDER BY privileges`;
const OTHER_OWNERS = query<{ role: string; owners: string }>`SELECT current_user AS role, string_agg(DISTINCT
  pg_get_userbyid(relowner), ', ') AS owners
  FROM (${OUR_TABLES}) AS ours JOIN pg_class USING (oid) WHERE NOT pg_has_role(relowner, 'USAGE')
  HAVING COUNT(*) > 0`;

const MAX_NAMED = 3;

interface MissingGrant {
  readonly role: string;
  readonly schema: string;
  readonly privileges: string;
  readonly tables: string;
  readonly count: number;
}

/** Finds privileges that the role lacks on existing tables. */
export async function findMissingGrants(db: Reads): Promise<Finding[]> {
  const [first, ...later] = readMigrations('postgres');
  const scripts = [readBaseline('postgres', first?.version ?? 0), ...later].map(({ script }) => script);
  const tables = scripts.flatMap(createdIn);
  const missing = await db.all(MISSING_GRANTS, [tables.join(' ')]);
  const findings = missing.map(({ role, schema, privileges, tables: names, count }) =>
    fault(
      `the role ${role} lacks ${privileges} on ${count > MAX_NAMED ? `${count} tables` : names}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}, or make it their owner`,
    ),
  );
  if (findings.length > 0) return findings;
  const [other] = await db.all(OTHER_OWNERS, [tables.join(' ')]);
  if (!other) return [];
  return [
    warning(
      `tables belong to ${other.owners}, not to ${other.role}: the next upgrade could not change them`,
      `REASSIGN OWNED BY ${other.owners} TO ${other.role}, or GRANT ${other.owners} TO ${other.role}`,
    ),
  ];
}

/**
 * Finds why tables cannot be created: since PostgreSQL 15, only the owner of the database may create them in `public`.
 */
export async function findSchemaRefusal(db: Reads): Promise<Finding | undefined> {
  if (db.kind !== 'postgres') return undefined;
  const row = await db.one(
    query<{
      schema: string | null;
      role: string;
      path: string;
      may: number | null;
    }>`SELECT current_schema() AS schema, current_user AS role, current_setting('search_path') AS path,
      has_schema_privilege(current_schema(), 'CREATE')::int AS may`,
  );
  if (!row || row.may === 1) return undefined;
  if (row.schema === null)
    return fault(
      `permission denied for every schema of the search_path (${row.path})`,
      `GRANT USAGE, CREATE ON SCHEMA public TO ${row.role}, or make the role the owner of the database`,
    );
  return fault(
    `permission denied for schema ${row.schema}: the service could not make its tables, and would not start`,
    `make the role the owner of the database, or GRANT CREATE ON SCHEMA ${row.schema} TO ${row.role}`,
  );
}

/** `reset_val`: the value before Latchkey sets its own on the connection. */
const DEFAULT_LEVEL = query<{ level: string }>`SELECT reset_val AS level FROM pg_settings
  WHERE name = 'default_transaction_isolation'`;

/** Names a default isolation level other than PostgreSQL's own: the operator may have set it for other programs. */
export async function findIsolation(db: Reads): Promise<Finding | undefined> {
  const { level = 'read committed' } = (await db.one(DEFAULT_LEVEL)) ?? {};
  if (level === 'read committed') return undefined;
  return ok(`default_transaction_isolation is ${level} here; Latchkey's transactions are read committed all the same`);
}

/** Names the engine, and warns of one that our tests do not run on. */
export async function findEngine(db: Database): Promise<Finding | undefined> {
  const engine = await engineOf(db);
  if (engine === undefined) return undefined;
  if (engine.isTried) return ok(`the database is ${engine.name}`);
  return warning(`the database is ${engine.name}, which Latchkey was not tried on`, 'use PostgreSQL itself');
}

/** If two connections reach one server process, a pooler shares it between statements. */
export async function findPooler(config: Config, name: string): Promise<Finding | undefined> {
  if (!config.databasePrepare) return undefined;
  const both = [await openAsIs({ ...config, databasePool: 1 }), await openAsIs({ ...config, databasePool: 1 })];
  const processes = new Set<number | undefined>();
  try {
    for (const db of both) processes.add((await db.one(query<{ pid: number }>`SELECT pg_backend_pid() AS pid`))?.pid);
  } catch (error) {
    if (!/prepared statement/.test(reasonOf(error))) throw error;
  } finally {
    for (const db of both) await db.close();
  }
  if (processes.size === both.length) return undefined;
  const message = `${name} leads through a pooler in transaction mode, where prepared statements get lost`;
  return fault(message, remedyFor(message));
}
