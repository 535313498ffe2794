/**
 * The tests of the documented operations once more, with SESSIONS=many: besides the end of the session before at login,
 * and of a session that is used, nothing may differ. On the embedded database alone: what sessions need of each
 * database, and what ends them with a new password, is in devices.test.ts. Those that begin, use and end a session are
 * run every time, the others in full runs.
 */
import { isQuickRun } from './support/scope.ts';

process.env.TEST_SESSIONS = 'many';
process.env.TEST_DATABASE_KIND = 'sqlite';

const OF_SESSIONS = ['sessions/login', 'sessions/logout', 'sessions/refresh'];
const OTHERS = [
  'passwords/change-password',
  'passwords/reset-password',
  'account/register',
  'account/verify',
  'account/resend-verification',
  'account/get-me',
  'account/update-me',
  'passwords/forgot-password',
  'races',
];
const files = isQuickRun ? OF_SESSIONS : [...OF_SESSIONS, ...OTHERS];
for (const file of files) await import(`./operations/${file}.test.ts`);
