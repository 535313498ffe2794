import { join } from 'node:path';
import type { ScriptSource } from '../pages/script-source.ts';

export const REFERENCE_SCRIPTS: ScriptSource = { folder: join(import.meta.dirname, 'browser'), alone: ['reference'] };
