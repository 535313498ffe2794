import { MAX_LIFETIME_DAYS, SCOPE_NAMES } from '../accounts/api-keys.ts';
import { MAX_OVERLAP_SECONDS } from '../accounts/openid-client-rules.ts';
import { OPENID_SCOPES } from '../accounts/openid-scopes.ts';
import { SOURCE_NAMES } from '../imports/users/source-names.ts';
import { AUDIT_EVENTS } from '../store/audit.ts';
import type { Command } from './command.ts';
import { CLIENT_OPTIONS, flag, IMPORT_OPTIONS, text } from './command-options.ts';
import { withDatabase } from './open-database.ts';
import type { ClientAction } from './openid-clients.ts';
import type { usersCommand } from './users.ts';

// Commands are loaded when they are called: the service needs none of them, and each command only itself.
type OnDatabase = () => Promise<typeof usersCommand>;
const users: OnDatabase = async () => (await import('./users.ts')).usersCommand;
const deleteUser: OnDatabase = async () => (await import('./delete-user.ts')).deleteUserCommand;
const sessions: OnDatabase = async () => (await import('./sessions.ts')).sessionsCommand;
const apiKeys: OnDatabase = async () => (await import('./api-keys.ts')).apiKeysCommand;
const audit: OnDatabase = async () => (await import('./audit.ts')).auditCommand;
const mail: OnDatabase = async () => (await import('./mail.ts')).mailCommand;
const clients = (action: ClientAction): Pick<Command, 'run'> => ({
  run: async (context) => (await import('./openid-clients.ts')).clients(action)(context),
});
const keys = (action: 'list' | 'rotate' | 'retire'): Pick<Command, 'run'> => ({
  run: async (context) => (await import('./signing-keys.ts')).keys(action)(context),
});

/** A command that only reads the database. */
const reads = (group: OnDatabase, ...action: readonly string[]): Pick<Command, 'run'> => ({
  run: ({ environment, args, print, isTerminal }) =>
    withDatabase(environment, async (db) => (await group())(db, [...action, ...args], print, isTerminal)),
});

/** A command that changes the database prints which one: without the service's settings it may be the wrong one. */
const changes = (group: OnDatabase, ...action: readonly string[]): Pick<Command, 'run' | 'changes'> => ({
  changes: true,
  run: (context) =>
    withDatabase(context.environment, async (db, name) => {
      await (await group())(db, [...action, ...context.args], context.print);
      context.note(`changed in the database ${name}`);
    }),
});

const ofUsers = (action: string) => ({ words: ['users', action], parameters: '<email>' });
const ofMail = (action: string, parameters: string) => ({ words: ['mail', action], parameters });

const CLIENT_DETAILS = [
  '--redirect-uri               where people are sent after a login: https, or http on loopback; repeat it for several',
  '--post-logout-redirect-uri   where people are sent after a logout; repeat it for several',
  '--native                     an app on a device: schemes like com.example.app:/ and loopback without a port are allowed, and it is public',
  '--first-party                an app of your own: nobody is asked for consent',
  `--scopes                     what it may ask for, of ${OPENID_SCOPES.join(',')}; openid,profile,email unless told otherwise`,
  '--audience                   the aud of its access tokens, the address of its API; its client id unless told otherwise',
  '--backchannel-logout-uri     is told when a session of somebody ends',
  '--client-uri                 its home page',
  '--initiate-login-uri         where it begins a login by itself, for those who registered on the way to it',
  '--logo-uri                   shown to people, https',
  '--json                       one JSON object',
];

/** What the commands with the same first word are about. */
export const GROUPS: Readonly<Record<string, string>> = {
  users: 'accounts',
  admin: 'the administration',
  'api-keys': 'keys for programs',
  clients: 'apps',
  keys: 'signing keys',
  'data-keys': 'encryption of secrets in the database',
  sessions: 'the devices that are logged in',
  mail: 'the outbox',
  texts: 'own words and languages',
};

export const COMMANDS: readonly Command[] = [
  { words: ['serve'], parameters: '', about: 'start the service; also without the word', run: 'serve' },
  {
    words: ['users', 'list'],
    parameters: '[--json]',
    about: 'every account, one a line',
    details: [
      'Columns with a header, separated by tabs where a program reads; --json: one JSON object a line, as in the ' +
        'interface.',
    ],
    options: { json: flag },
    ...reads(users, 'list'),
  },
  { ...ofUsers('show'), about: 'one account', ...reads(users, 'show') },
  {
    ...ofUsers('export'),
    about: 'everything stored about one account as JSON, but for secrets',
    ...reads(users, 'export'),
  },
  { ...ofUsers('suspend'), about: 'end the session and refuse the next login', ...changes(users, 'suspend') },
  { ...ofUsers('reinstate'), about: 'let a suspended account log in again', ...changes(users, 'reinstate') },
  { ...ofUsers('promote'), about: 'make it an ADMIN', ...changes(users, 'promote') },
  {
    ...ofUsers('reset-second-factor'),
    about: 'remove the authenticator app and the recovery codes of somebody who lost them',
    details: [
      'Make sure that it is the owner who asks: the password alone logs in afterwards. The owner is told by e-mail.',
    ],
    ...changes(users, 'reset-second-factor'),
  },
  { ...ofUsers('demote'), about: 'make it a USER', ...changes(users, 'demote') },
  {
    words: ['users', 'delete'],
    parameters: '<email> [--yes]',
    about: 'delete it for good, at once; without --yes only says which',
    options: { yes: flag },
    ...changes(deleteUser),
  },
  {
    words: ['admin', 'link'],
    parameters: '[<email>]',
    about: 'print an address that makes whoever opens it an ADMIN, once, within 15 minutes',
    details: [
      'Whoever opens it logs in with an account of their own and confirms. With an e-mail address, only that ' +
        'account can.',
      'Example: latchkey admin link ada@example.com',
    ],
    changes: true,
    run: async (context) => (await import('./admin-link.ts')).adminLink(context),
  },
  {
    words: ['keys', 'list'],
    parameters: '',
    about: 'the signing keys: name, algorithm, state, since when, fingerprint',
    ...keys('list'),
  },
  {
    words: ['keys', 'rotate'],
    parameters: '[--alg EdDSA|ES256|RS256|HS256] [--in 24h | --now]',
    about: 'a new key that signs in a minute (or later, or now); the others still verify',
    details: [
      '--alg   EdDSA (default), ES256 or RS256, which applications verify by /.well-known/jwks.json; HS256 needs the ' +
        'secret to verify',
      '--in    publish it now and sign with it that much later, from 1m to 400d: for services that keep the key set ' +
        'for long,',
      '        or have to be moved from a shared secret to the key set first',
      '--now   sign with it at once, before other instances and caches know it: after a leak. Services that have ' +
        'the key set cached refuse',
      '        new tokens until they fetch it again: most within half a minute, some libraries later',
      'Example: latchkey keys rotate --alg ES256 --in 24h',
    ],
    options: { alg: text, in: text, now: flag },
    changes: true,
    ...keys('rotate'),
  },
  {
    words: ['keys', 'retire'],
    parameters: '<kid> [--force]',
    about: 'refuse the tokens of a key that signs no more',
    details: ['--force   also while tokens of it may be in use: whoever has one must log in or ask for a link again'],
    options: { force: flag },
    changes: true,
    ...keys('retire'),
  },
  {
    words: ['data-keys', 'list'],
    parameters: '',
    about: 'the keys of DATA_KEYS, and whether what they seal in the database opens',
    run: async (context) => (await import('./data-keys.ts')).listDataKeys(context),
  },
  {
    words: ['data-keys', 'rotate'],
    parameters: '',
    about: 'seal everything anew with the first of DATA_KEYS, while the service runs',
    details: [
      '1. Put a new key in front: DATA_KEYS=new:<secret>, old:<secret>; restart every instance.',
      '2. latchkey data-keys rotate',
      '3. Take the old key out and restart, once no backup that needs it is kept any more.',
    ],
    changes: true,
    run: async (context) => (await import('./data-keys.ts')).rotateDataKeys(context),
  },
  {
    words: ['api-keys', 'list'],
    parameters: '',
    about: 'the keys of programs: id, name, scopes, networks, when they expire and were last used',
    ...reads(apiKeys, 'list'),
  },
  {
    words: ['api-keys', 'create'],
    parameters: '<name> --scopes <scope,…> [--days 90] [--networks <network,…>]',
    about: 'make a key for a program, and print it once',
    details: [
      `--scopes     what it may do: ${SCOPE_NAMES.join(', ')}`,
      `--days       after how many it expires, 90 unless told otherwise, ${MAX_LIFETIME_DAYS} at most`,
      '--networks   addresses or networks that it can be used from; anywhere unless told otherwise',
      'Example: latchkey api-keys create "Support desk" --scopes users:read,users:write --days 90',
    ],
    options: { scopes: text, days: text, networks: text },
    ...changes(apiKeys, 'create'),
  },
  {
    words: ['api-keys', 'revoke'],
    parameters: '<id>',
    about: 'end a key at once',
    ...changes(apiKeys, 'revoke'),
  },
  {
    words: ['clients', 'list'],
    parameters: '[--json]',
    about: 'the OpenID clients, the newest first; --json: one JSON object a line',
    options: { json: flag },
    ...clients('list'),
  },
  {
    words: ['clients', 'show'],
    parameters: '<id>',
    about: 'one OpenID client',
    ...clients('show'),
  },
  {
    words: ['clients', 'add'],
    parameters: '<name> --redirect-uri <uri> [<option> …]',
    about: 'add an app that logs people in here, and print its client id and secret, once',
    details: [
      '--public                     it runs in a browser, and has no secret',
      '--pairwise                   it gets a subject for each person that no other app gets',
      ...CLIENT_DETAILS,
      'Example: latchkey clients add "Shop" --redirect-uri https://shop.example.com/callback --first-party',
    ],
    options: { ...CLIENT_OPTIONS, public: flag, pairwise: flag },
    changes: true,
    ...clients('add'),
  },
  {
    words: ['clients', 'change'],
    parameters: '<id> [<option> …]',
    about: 'change an OpenID client; what no option names stays as it is',
    details: [
      '--name                       another name',
      '--no-native, --no-first-party',
      ...CLIENT_DETAILS,
      "An empty value clears: --audience ''. Example: latchkey clients change 5d0c… --redirect-uri https://shop.example.com/callback",
    ],
    options: { ...CLIENT_OPTIONS, name: text, 'no-native': flag, 'no-first-party': flag },
    changes: true,
    ...clients('change'),
  },
  {
    words: ['clients', 'rotate-secret'],
    parameters: '<id> [--overlap 86400] [--json]',
    about: 'a new secret for an OpenID client, printed once; the one before works for another day',
    details: [`--overlap   for how many seconds the secret before works, 0 to ${MAX_OVERLAP_SECONDS}; 0 after a leak`],
    options: { overlap: text, json: flag },
    changes: true,
    ...clients('rotate-secret'),
  },
  {
    words: ['clients', 'remove'],
    parameters: '<id>',
    about: 'remove an OpenID client: nobody can log in to that app any more',
    changes: true,
    ...clients('remove'),
  },
  {
    words: ['apply'],
    parameters: '<file> [--dry-run]',
    about: 'bring the OpenID clients to what a JSON file states; without change where they are as stated',
    details: [
      'The file: {"clients": [{"id": "shop", "name": "Shop", "redirect_uris": ["https://shop.example.com/callback"]}]},',
      '          with the members of the administration API; what a client leaves out is as in a new one',
      'client_secret_file: a file with its secret, beside this one; without it a secret is made and printed once',
      'Clients that the file does not name stay as they are',
      '--dry-run   print what would be done, and change nothing',
      'Example: latchkey apply clients.json --dry-run',
    ],
    options: { 'dry-run': flag },
    changes: true,
    run: async (context) => (await import('./apply.ts')).apply(context),
  },
  {
    words: ['audit'],
    parameters: '[--user <email>] [--event <name>] [--since 24h] [--limit 100] [--json]',
    about: 'the latest security events: time, event, account, address, user agent',
    details: [
      '--user    of one account',
      `--event   of one kind: ${Object.keys(AUDIT_EVENTS).join(', ')}`,
      '--since   30m, 24h or 7d; without it, all that are kept (AUDIT_RETENTION)',
      '--limit   at most this many, 100 unless told otherwise',
      '--json    one JSON object a line, for programs',
      'Example: latchkey audit --event login_failed --since 24h',
    ],
    options: { user: text, event: text, since: text, limit: text, json: flag },
    ...reads(audit),
  },
  {
    words: ['sessions', 'list'],
    parameters: '<email>',
    about: 'the sessions of an account: id, device, address, when it began and was last used',
    ...reads(sessions, 'list'),
  },
  {
    words: ['sessions', 'end'],
    parameters: '<email>',
    about: 'end every session of an account',
    ...changes(sessions, 'end'),
  },
  {
    words: ['sessions', 'revoke-all'],
    parameters: '',
    about: 'end every session and outstanding reset link, after a restore',
    ...changes(sessions, 'revoke-all'),
  },
  {
    words: ['backup'],
    parameters: '<file>',
    about: 'copy the embedded database while it is in use',
    details: ['The file must not exist yet. Example: latchkey backup /var/backups/latchkey-monday.db'],
    changes: true,
    run: async (context) => (await import('./backup.ts')).backup(context),
  },
  {
    words: ['import'],
    parameters: '<file> [--from <system>] [--dry-run] [<option> …]',
    about: 'bring users over from another system, with their password hashes',
    details: [
      'The file: JSON lines, JSON with a list of users, or CSV with a header. What is there already is skipped: run it ' +
        'again after an interruption',
      `--from               ${SOURCE_NAMES.join(', ')}; recognized unless told otherwise`,
      '--dry-run            say what would be done, and change nothing',
      '--verified           addresses that the file says nothing of were confirmed by the old service; --unverified: were not',
      '--admins             import administrators as such; they are refused otherwise',
      '--default-industry   for users without one; otherwise they are asked at their first login, as for a phone number',
      '--column             our name of a column: --column full_name=display_name; nothing after = leaves it out',
      '--pepper             the bcrypt hashes have a pepper (IMPORT_PEPPER), as with Devise',
      '--firebase-config    a file with the password hash parameters of the Firebase project',
      '--report             where refused users are listed with the reason; <file>.refused.jsonl unless told otherwise',
      'Example: latchkey import users.json --from django --verified --dry-run',
    ],
    options: IMPORT_OPTIONS,
    changes: true,
    run: async (context) => (await import('./import/import.ts')).importUsers(context),
  },
  {
    words: ['export'],
    parameters: '[--hashes]',
    about: 'every account as JSON lines, which import takes; --hashes: with the password hashes',
    details: [
      'Not with it: sessions, second factors, passkeys, events. Example: latchkey export --hashes > users.jsonl',
    ],
    options: { hashes: flag },
    run: async (context) => (await import('./export.ts')).exportUsers(context),
  },
  {
    words: ['migrate'],
    parameters: '[--plan] [--stopped]',
    about: 'bring the schema up to date before an upgrade',
    details: [
      'With the code of the new version, while the one before serves. The service does the same when it starts.',
      '--plan      only says what would be done, what it locks, and roughly for how long',
      '--stopped   where an upgrade cannot be rolling: all old instances are stopped, whoever has the database open',
    ],
    options: { plan: flag, stopped: flag },
    changes: true,
    run: async (context) => (await import('./migrate.ts')).migrateCommand(context),
  },
  {
    words: ['migrate-to'],
    parameters: '<url>',
    about: 'copy the embedded database into an empty PostgreSQL',
    details: [
      'Stop the service first, and start it afterwards with DATABASE_URL=<url>. All or nothing: what fails can be ' +
        'repeated.',
      'Example: latchkey migrate-to postgres://latchkey:secret@db.example.com/latchkey',
    ],
    changes: true,
    run: async (context) => (await import('./migrate-to.ts')).migrateTo(context),
  },
  {
    ...ofMail('list', '[<state>]'),
    about: 'e-mails that wait or were given up; or all waiting, sent, superseded or dead',
    ...reads(mail, 'list'),
  },
  { ...ofMail('show', '<id>'), about: 'one e-mail, with what the mail server answered', ...reads(mail, 'show') },
  {
    ...ofMail('retry', '<id> | dead'),
    about: 'try it again now, or all that were given up',
    ...changes(mail, 'retry'),
  },
  {
    ...ofMail('drop', '<id> | dead'),
    about: 'remove it unsent, or all that were given up',
    ...changes(mail, 'drop'),
  },
  {
    words: ['mail', 'templates'],
    parameters: '<folder>',
    about: 'write the built-in e-mails there, as templates to change',
    changes: true,
    run: async (context) => (await import('./mail-templates.ts')).mailTemplates(context),
  },
  {
    words: ['texts', 'export'],
    parameters: '<folder> [<language> …]',
    about: 'write the words of pages and e-mails there, as JSON to change or to translate',
    changes: true,
    run: async (context) => (await import('./texts.ts')).exportTexts(context),
  },
  {
    words: ['texts', 'check'],
    parameters: '<folder>',
    about: 'check a folder for TEXTS_DIR, and list what its further languages lack',
    run: async (context) => (await import('./texts.ts')).checkTexts(context),
  },
];
