import { SCOPE_NAMES, SCOPES, type Scope } from '../src/administration/scopes.ts';
import { ERROR_CATALOGUE } from '../src/api/openapi/document.ts';
import { loadRoutes } from '../src/api/route.ts';
import { ROUTES } from '../src/app/routes.ts';
import { allCommandLines } from '../src/cli/usage.ts';
import { secretFileExample } from '../src/config/secret-files.ts';
import { SETTINGS } from '../src/config/settings.ts';
import type { ErrorDeclaration } from '../src/declare/error.ts';
import { BOUNDS } from '../src/declare/event.ts';
import { formatLifetime, type MailedPurpose, PURPOSES } from '../src/declare/purposes-and-lifetimes.ts';
import { SETTING_GROUPS } from '../src/declare/setting.ts';
import { ACCOUNT_MATCHES, MATCHES } from '../src/features/identities/match-account.ts';
import { reasonsOf } from '../src/http/api-error.ts';
import { AUDIT_EVENTS } from '../src/store/audit/event-types.ts';
import { apiExamples } from './api-examples.ts';
import { clientTypes } from './client-types.ts';
import { credentialsList } from './credentials-list.ts';
import { CLIENT_OPENAPI_TEXT, OPENAPI_TEXT } from './openapi-text.ts';
import { operationsList } from './operations-list.ts';
import { tokensList } from './style-tokens.ts';
import { tablesList } from './tables-list.ts';
import { wrapped } from './wrap-text.ts';

interface GeneratedSection {
  readonly file: string;
  readonly section: string;
  readonly content: () => string;
}

/** Sections between `<!-- begin name -->` and `<!-- end name -->`, which `npm run docs` rewrites. */
export const GENERATED_DOCS: readonly GeneratedSection[] = [
  { file: 'docs/audit.md', section: 'events', content: eventsList },
  { file: 'docs/configuration.md', section: 'settings', content: settingsList },
  { file: 'docs/pages.md', section: 'tokens', content: tokensList },
  { file: 'docs/administration.md', section: 'permissions', content: permissionsList },
  { file: 'docs/api.md', section: 'purposes', content: purposesList },
  { file: 'docs/errors.md', section: 'codes', content: codesList },
  { file: 'docs/identities.md', section: 'matches', content: matchesTable },
  {
    file: 'docs/commands.md',
    section: 'usage',
    content: () => `\`\`\`\n${allCommandLines().replaceAll(/^( {2}latchkey | {11})/gm, '')}\`\`\``,
  },
];

const LOADED_ROUTES = await loadRoutes(ROUTES);

const SETTINGS_BY_GROUP = Object.entries(SETTINGS).toSorted(
  ([, one], [, other]) => SETTING_GROUPS.indexOf(one.group) - SETTING_GROUPS.indexOf(other.group),
);

function permissionsList(): string {
  const operations = LOADED_ROUTES.flatMap(({ method, path, operation: { admin, needsRecentLogin } }) => {
    const call = `\`${path.replace('/api/admin', '')}\`${needsRecentLogin ? '*' : ''}`;
    return admin ? [{ scope: admin.scope, method, call }] : [];
  });
  const callsOf = (wanted: Scope | null) =>
    Map.groupBy(
      operations.filter(({ scope }) => scope === wanted),
      ({ method }) => method,
    )
      .entries()
      .map(([method, ofMethod]) => `${method} ${ofMethod.map(({ call }) => call).join(', ')}`)
      .toArray()
      .join('; ');
  return [
    ...SCOPE_NAMES.map((scope) => `**\`${scope}\`** (${SCOPES[scope]}): ${callsOf(scope)}`),
    `**No API key**: ${callsOf(null)}`,
  ]
    .map((item) => listItem(item))
    .join('\n');
}

export function replaceSection(document: string, section: string, content: string): string {
  const [begin, end] = [`<!-- begin ${section} -->`, `<!-- end ${section} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the document has no section ${section}`);
  return `${document.slice(0, from + begin.length)}\n${content}\n${document.slice(to)}`;
}

interface GeneratedFile {
  readonly file: string;
  readonly content: () => string;
}

/** Completely generated files. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  { file: '.env.example', content: exampleEnvironment },
  { file: 'client/src/operations.ts', content: () => clientTypes(JSON.parse(CLIENT_OPENAPI_TEXT)) },
  { file: 'test/operations/operations.txt', content: operationsList },
  { file: 'test/store/tables/credentials.txt', content: credentialsList },
  { file: 'test/store/tables/tables.txt', content: tablesList },
];

/** Too large for a review, so git ignores them. */
export const UNTRACKED_FILES: readonly GeneratedFile[] = [
  { file: 'docs/openapi.json', content: () => OPENAPI_TEXT },
  { file: 'docs/api-examples.md', content: apiExamples },
];

/** Wraps comments at 120 columns. */
const comment = (text: string): string => text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n');

function exampleEnvironment(): string {
  const settings = SETTINGS_BY_GROUP.map(
    ([name, { about, defaultText, example, format }]) =>
      `\n${comment(`${about.replaceAll('`', '')} (default: ${defaultText})`)}# ${name}=${example}\n` +
      (format.holdsSecret ? `# or: ${secretFileExample(name)}\n` : ''),
  );
  return `# Copy to .env and uncomment what you need. docs/configuration.md explains each.\n${settings.join('')}`;
}

function settingsList(): string {
  return SETTINGS_BY_GROUP.map(([name, { about, defaultText, format }]) => {
    const names = `\`${name}\`${format.holdsSecret ? `, \`${name}_FILE\`` : ''}`;
    const byDefault = defaultText === 'none' ? '' : ` (${plain(defaultText)})`;
    return listItem(`${names}${byDefault}: ${plain(about)}`);
  }).join('\n');
}

function matchesTable(): string {
  const heads = { decided: 'assigned', checked: 'checked', claimed: 'only stated' };
  const levels = ['decided', 'checked', 'claimed'] as const;
  const rows = Object.values(MATCHES).map((match) => [
    match.about,
    ...levels.map((level) => ACCOUNT_MATCHES[match[level]]),
  ]);
  const lines = [['who has the address', ...levels.map((level) => heads[level])], ...rows];
  const [head = '', ...rest] = lines.map((cells) => `|${cells.join('|')}|`);
  return [head, '|---|---|---|---|', ...rest].join('\n');
}

const WITH_PASSWORD = { always: '*', hardened: '', never: '' } as const;

function purposesList(): string {
  const rows = Object.entries(PURPOSES).map(([purpose, row]) => {
    const setting = 'ttlSetting' in row ? row.ttlSetting : 'ACCESS_TOKEN_TTL';
    const lifetime = 'ttlMs' in row ? formatLifetime(purpose as MailedPurpose, 'en') : `\`${setting}\``;
    return listItem(`\`${purpose}\` (${lifetime}${WITH_PASSWORD[row.endsWithPassword]}): ${row.about}`);
  });
  return rows.join('\n');
}

function codesList(): string {
  return Map.groupBy(ERROR_CATALOGUE, ({ status }) => status)
    .entries()
    .flatMap(([status, errors]) => [
      `\n### ${status}\n`,
      ...bareTogether([...Map.groupBy(errors, ({ code }) => code).values()].map(codeEntry)),
    ])
    .toArray()
    .join('\n');
}

/** Puts entries that are only a name on one line. */
function bareTogether(entries: readonly string[]): string[] {
  const bare = entries.filter((entry) => !entry.includes(' '));
  return [...(bare.length > 0 ? [bare.join(', ')] : []), ...entries.filter((entry) => !bare.includes(entry))].map(
    listItem,
  );
}

const MAX_MESSAGES = 2;
const words = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Omits messages that repeat the code or differ by operation; field and reason say more. */
function codeEntry(errors: readonly ErrorDeclaration[]): string {
  const [{ code }] = errors as [ErrorDeclaration];
  const all = new Set(errors.map(({ message }) => message.replaceAll(/\{([a-z]+)\}/g, '&lt;$1>')));
  const addsSomething = (message: string) => words(code).some((word) => !words(message).includes(word));
  const messages = all.size > MAX_MESSAGES ? [] : [...all].filter(addsSomething);
  const details = [
    ['field', new Set(errors.flatMap((error) => fieldOf(error) ?? []))],
    ['reason', new Set(errors.flatMap(reasonsOf).map((reason) => `\`${reason}\``))],
  ] as const;
  const said = details.flatMap(([name, values]) => (values.size > 0 ? [`${name} ${[...values].join(', ')}`] : []));
  const inBrackets = said.length > 0 ? ` (${said.join('; ')})` : '';
  const quoted = messages.map((message) => `"${message}"`).join(', ');
  return `\`${code}\`${quoted && `: ${quoted}`}${inBrackets}`;
}

const listItem = (text: string): string => `- ${wrapped(text, '  ')}`;

const fieldOf = ({ field, values }: ErrorDeclaration): string | undefined =>
  field === undefined ? values?.field && 'the member' : `\`${field}\``;

function eventsList(): string {
  const events = Object.entries(AUDIT_EVENTS);
  return Object.entries(BOUNDS)
    .flatMap(([bound, about]) => {
      const entries = events
        .filter(([, event]) => event.bound === bound)
        .map(([event, row]) => `\`${event}\`${row.about && `: ${row.about}`}`);
      return [`### ${about}\n`, ...bareTogether(entries), ''];
    })
    .join('\n')
    .trimEnd();
}

/** Escapes `<PLACE>`, which would be read as a tag, and removes references of a document to itself. */
const plain = (text: string): string => text.replaceAll('<', '&lt;').replace(/,? see docs\/configuration\.md/, '');
