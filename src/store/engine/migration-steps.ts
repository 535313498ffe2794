/** A step is one transaction, one index, or a pass over a table in ranges of ids. */
type StepKind = 'transaction' | 'index' | 'batches';

export interface Step {
  readonly kind: StepKind;
  readonly sql: string;
  /** For `batches`: the table to go through. */
  readonly table?: string;
}

const MARKER = /^-- step: (together|each|batches of (\w+))$/;
const COMMENT = /^\s*--.*\n?/gm;
const INDEX = /^CREATE (?:UNIQUE )?INDEX (\w+)/;

/**
 * Splits a migration into its steps: `-- step: together` starts a step of several statements, `-- step: each` makes
 * every statement a step, and `-- step: batches of <table>` runs a statement for the ids above $1 up to $2. The
 * statements before the first marker are one step.
 */
export function stepsOf(script: string): Step[] {
  const parts: { marker: RegExpExecArray | undefined; lines: string[] }[] = [{ marker: undefined, lines: [] }];
  for (const line of script.split('\n')) {
    const marker = MARKER.exec(line);
    if (marker) parts.push({ marker, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.flatMap(({ marker, lines }) => {
    const sql = lines.join('\n').trim();
    const statements = sql.replace(COMMENT, '');
    if (statements.trim() === '') return [];
    const [, kind, table] = marker ?? [];
    if (table !== undefined) return [{ kind: 'batches' as const, sql: statements, table }];
    if (kind === 'each') return statements.split(/;\s*$/m).flatMap(single);
    return [{ kind: 'transaction' as const, sql }];
  });
}

function single(statement: string): Step[] {
  const sql = statement.trim();
  return sql === '' ? [] : [{ kind: INDEX.test(sql) ? 'index' : 'transaction', sql }];
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
