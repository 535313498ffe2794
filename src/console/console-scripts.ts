import { join } from 'node:path';
import type { ScriptSource } from '../pages/script-source.ts';
import { CONSOLE_SCREENS } from './console-paths.ts';

export const CONSOLE_SCRIPTS: ScriptSource = {
  folder: join(import.meta.dirname, 'screens'),
  prefix: 'admin/',
  sharing: Object.values(CONSOLE_SCREENS).map(({ module }) => module),
  alone: ['claim'],
};
