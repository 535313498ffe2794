import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly script: string;
}

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

/** The schema number of this version. */
export const newestMigration = (kind: Database['kind']): number =>
  Math.max(...readdirSync(FOLDER).map((file) => (file.endsWith(`.${kind}.sql`) ? Number(file.slice(0, 3)) : 0)));
