import { CONSOLE_SCRIPTS } from '../console/console-scripts.ts';
import { PAGE_SCRIPTS } from '../pages/page-scripts.ts';
import type { ScriptSource } from '../pages/script-source.ts';
import { REFERENCE_SCRIPTS } from '../reference/reference-scripts.ts';

/** Everything that browsers run. */
export const SCRIPT_SOURCES: readonly ScriptSource[] = [PAGE_SCRIPTS, CONSOLE_SCRIPTS, REFERENCE_SCRIPTS];
