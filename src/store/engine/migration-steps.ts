/** A step is one transaction, one index, or a pass over a table in ranges of ids. */
type StepKind = 'transaction' | 'index' | 'batches';

export interface Step {
  readonly kind: StepKind;
  readonly sql: string;
  /** The table of a step in `batches`. */
  readonly table?: string;
}

const MARKER = /^-- step: (each|together|batches of (\w+))$/;
const COMMENT = /^--.*\n?/gm;
/** The bodies of functions and triggers have semicolons too, but their lines begin otherwise. */
const NEXT_STATEMENT = /;\n+(?=(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE) )/;
const INDEX = /^CREATE (?:UNIQUE )?INDEX (\w+)/;

/**
 * Splits a migration into its steps. Every statement is one, but `-- step: together` starts a step of several
 * statements, and `-- step: batches of <table>` one that runs a statement for the ids above $1 up to $2, until
 * `-- step: each`.
 */
export function stepsOf(script: string): Step[] {
  const parts: { marker: RegExpExecArray | undefined; lines: string[] }[] = [{ marker: undefined, lines: [] }];
  for (const line of script.split('\n')) {
    const marker = MARKER.exec(line);
    if (marker) parts.push({ marker, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.flatMap(({ marker, lines }): Step[] => {
    const sql = lines.join('\n').replace(COMMENT, '').trim();
    if (sql === '') return [];
    const [, kind, table] = marker ?? [];
    if (table !== undefined) return [{ kind: 'batches', sql, table }];
    if (kind === 'together') return [{ kind: 'transaction', sql }];
    return sql.split(NEXT_STATEMENT).map((one) => ({ kind: INDEX.test(one) ? 'index' : 'transaction', sql: one }));
  });
}

export const indexIn = (sql: string): string => INDEX.exec(sql)?.[1] ?? '';

const VERBS =
  'CREATE (?:UNIQUE )?INDEX|CREATE TABLE|ALTER TABLE|CREATE (?:OR REPLACE )?(?:FUNCTION|TRIGGER)|DROP \\w+|UPDATE|' +
  'INSERT (?:OR IGNORE )?INTO';
const CHANGE = new RegExp(`^(${VERBS}) (\\w+)`, 'gm');

const NAMED_CHANGES = 2;

/** Summarises a step: `ALTER TABLE users, CREATE TABLE totp and 2 more`. */
export function summaryOf({ sql }: Step): string {
  const changes = [...new Set([...sql.matchAll(CHANGE)].map(([, verb, name]) => `${verb} ${name}`))];
  const named = changes.slice(0, NAMED_CHANGES).join(', ');
  return changes.length <= NAMED_CHANGES ? named : `${named} and ${changes.length - NAMED_CHANGES} more`;
}

const USED = [
  /^ALTER TABLE (\w+)/gm,
  /^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/gm,
  /^CREATE TRIGGER [^;]*? ON (\w+)/gm,
  /\bREFERENCES (\w+)/g,
  /^(?:UPDATE|INSERT (?:OR IGNORE )?INTO|DROP TABLE) (\w+)/gm,
];

/** The tables that a step locks. */
export const tablesOf = ({ sql }: Step): string[] => [
  ...new Set(USED.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, name]) => name ?? ''))),
];

/** The tables that a script creates. */
export const createdIn = (script: string): string[] =>
  [...script.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? '');

const BREAKS = /^-- breaks: (\d+\.\d+\.\d+)$/m;

/** The newest version of Latchkey whose instances no longer work once this migration has run. */
export const brokenBy = (script: string): string | undefined => BREAKS.exec(script)?.[1];

/** The title of a migration, like its file: `013 user_search`. */
export const titleOf = ({ version, name }: { readonly version: number; readonly name: string }): string =>
  `${String(version).padStart(3, '0')} ${name}`;
