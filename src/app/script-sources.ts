import { join } from 'node:path';
import { CONSOLE_SCREENS } from '../console/console-paths.ts';
import { PAGE_SCRIPTS } from '../pages/pages.ts';
import type { ScriptSource } from '../pages/script-source.ts';

const CONSOLE_SCRIPTS: ScriptSource = {
  folder: join(import.meta.dirname, '../console/screens'),
  prefix: 'admin/',
  sharing: ['start'],
  parts: Object.values(CONSOLE_SCREENS).map(({ module }) => module),
  alone: ['claim'],
};

const REFERENCE_SCRIPTS: ScriptSource = {
  folder: join(import.meta.dirname, '../reference/browser'),
  alone: ['reference'],
};

/** All scripts that browsers run. */
export const SCRIPT_SOURCES: readonly ScriptSource[] = [PAGE_SCRIPTS, CONSOLE_SCRIPTS, REFERENCE_SCRIPTS];
