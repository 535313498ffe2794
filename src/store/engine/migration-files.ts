import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
const BASELINE = new URL('baseline/', FOLDER);
const FEATURES = new URL('../../features/', import.meta.url);

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
}

/** The first upgrades a database of 0.6.0 to the schema of the baseline. */
export function readMigrations(kind: Database['kind']): Migration[] {
  return readdirSync(FOLDER)
    .map((file) => /^(\d{3})_(.+)\.(sqlite|postgres)\.sql$/.exec(file))
    .filter((match) => match !== null && match[3] === kind)
    .map((match) => ({
      version: Number(match?.[1]),
      name: String(match?.[2]),
      script: readFileSync(new URL(String(match?.[0]), FOLDER), 'utf8'),
    }))
    .sort((a, b) => a.version - b.version);
}

/** The baseline, which replaces the first migration in a new database: the core, then each feature. */
export function readBaseline(kind: Database['kind'], version: number): Migration {
  const files = readdirSync(BASELINE).filter((file) => file.endsWith(`.${kind}.sql`) && !file.startsWith('core.'));
  const ofFeatures = readdirSync(FEATURES)
    .map((folder) => new URL(`${folder}/baseline.${kind}.sql`, FEATURES))
    .filter((file) => existsSync(file));
  const all = [...[`core.${kind}.sql`, ...files.sort()].map((file) => new URL(file, BASELINE)), ...ofFeatures];
  return { version, name: 'baseline', script: all.map((file) => readFileSync(file, 'utf8')).join('\n') };
}

/** The schema number of this version. */
export const newestMigration = (kind: Database['kind']): number =>
  Math.max(...readdirSync(FOLDER).map((file) => (file.endsWith(`.${kind}.sql`) ? Number(file.slice(0, 3)) : 0)));
