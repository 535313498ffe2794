import { globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests of the documented operations once more, with SESSIONS=many: besides the end of the session before at login, and of a session that is used,
 * nothing may differ. On the embedded database alone: what sessions need of each database is in devices.test.ts. Those that begin, use or end sessions are
 * run every time, the others with TEST_OPERATIONS=all.
 */
process.env.TEST_SESSIONS = 'many';
process.env.TEST_DATABASE_KIND = 'sqlite';

const some = '{sessions/{login,logout,refresh},passwords/{change-password,reset-password}}.test.ts';
const pattern = process.env.TEST_OPERATIONS === 'all' ? '{races,{account,passwords,sessions}/*}.test.ts' : some;
const files = globSync(pattern, { cwd: import.meta.dirname, exclude: ['**/{devices,rotation}.test.ts'] });
for (const file of files.sort()) await import(join(import.meta.dirname, file));
