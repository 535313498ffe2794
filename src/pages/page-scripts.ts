import { join } from 'node:path';
import { PAGES } from './page-endpoints.ts';
import type { ScriptSource } from './script-source.ts';

const ALONE = ['before-first-paint', 'inbox', 'account', 'connect'];

export const PAGE_SCRIPTS: ScriptSource = {
  folder: join(import.meta.dirname, 'browser'),
  sharing: PAGES.map(({ name }) => name).filter((name) => !ALONE.includes(name)),
  alone: ALONE,
  onServer: 'forms/render-form',
};
