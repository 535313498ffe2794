import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config/config.ts';
import { createFile, makeFolder } from '../lib/file-ownership.ts';
import { entryAt } from '../lib/path-to-write.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, UsageError } from './framework/command-error.ts';
import {
  backupTimerFile,
  backupUnitFile,
  environmentFile,
  PROXIES,
  type ProxyKind,
  proxyFile,
  unitFile,
} from './production-files.ts';

const DEFAULT_FOLDER = '/etc/latchkey';
const DATA_DIR = '/var/lib/latchkey';
const EMBEDDED = 'embedded';
const INSTALLATION = installationAt(resolve(fileURLToPath(new URL('../..', import.meta.url))));

interface Answers {
  readonly folder: string;
  readonly domain: string;
  readonly smtp: string;
  readonly mailFrom: string;
  readonly database: string;
  readonly proxy: ProxyKind;
  readonly port: string;
  readonly user: string | undefined;
}

type Asked = Pick<CommandContext, 'args' | 'options' | 'ask'>;

/** Writes everything a service needs: settings with fresh secrets, systemd units and a proxy file. */
export async function init(context: Asked & Pick<CommandContext, 'print' | 'note' | 'nowMs'>): Promise<void> {
  refuseUnstable(INSTALLATION, context.note);
  const answers = await readAnswers(context);
  const { folder, proxy } = answers;
  const settings = settingsOf(answers, context.nowMs());
  // Refuses what the service would refuse, in the same words.
  readConfig(Object.assign({}, ...settings.map(([, group]) => group)), 1);
  const environment = join(folder, 'latchkey.env');
  const unit = { installation: INSTALLATION, environmentFile: environment, user: answers.user };
  const files = [
    { path: environment, content: environmentFile(settings), mode: 0o600 },
    { path: join(folder, 'latchkey.service'), content: unitFile(unit, availableParallelism()), mode: 0o644 },
    { path: join(folder, 'latchkey-backup.service'), content: backupUnitFile(unit), mode: 0o644 },
    { path: join(folder, 'latchkey-backup.timer'), content: backupTimerFile(), mode: 0o644 },
    { path: join(folder, PROXIES[proxy]), content: proxyFile(proxy, answers.domain, answers.port), mode: 0o644 },
  ];
  const existing = files.find(({ path }) => entryAt(path));
  if (existing) throw new CommandError(`init: ${existing.path} already exists. Nothing was written`);
  makeFolder(folder, 0o755);
  for (const { path, content, mode } of files) createFile(path, content, mode);
  context.print(nextSteps(answers, environment).join('\n'), { folder, files: files.map(({ path }) => path) });
}

async function readAnswers({ args, options, ask }: Asked): Promise<Answers> {
  if (args.length > 1) throw new UsageError('init: into which folder? Example: latchkey init /etc/latchkey');
  const asked = async (
    name: 'domain' | 'smtp' | 'mail-from' | 'database' | 'proxy',
    question: string,
    fallback?: string,
  ): Promise<string> => {
    const hint = fallback === undefined ? '' : ` [${fallback}]`;
    const answer = (options[name] ?? (await ask?.(`${question}${hint}: `)) ?? '').trim() || fallback;
    if (answer === undefined) throw new UsageError(`init: --${name} is missing, see latchkey init --help`);
    return answer;
  };
  const folder = resolve(args[0] ?? DEFAULT_FOLDER);
  if (!/^[\p{L}\p{N}\w./@+:-]+$/u.test(folder))
    throw new UsageError(`init: ${folder} has a character that systemd or a shell reads otherwise`);
  const domain = await asked('domain', 'The name that people open, such as accounts.example.com');
  // The domain is written into files where ; and } have a meaning.
  if (URL.parse(`https://${domain}`)?.host !== domain || !/^[a-z0-9.-]+$/.test(domain))
    throw new UsageError(`init: ${domain} is not a domain. ${noDomainHint(domain)}`);
  const proxy = await asked('proxy', 'The proxy in front, nginx, apache or caddy', 'nginx');
  if (!Object.hasOwn(PROXIES, proxy)) throw new UsageError(`init: --proxy is nginx, apache or caddy, not ${proxy}`);
  const { user } = options;
  if (user !== undefined && !/^[a-z_][\w-]*$/.test(user)) throw new UsageError(`init: ${user} is not a user name`);
  return {
    folder,
    domain,
    user,
    proxy: proxy as ProxyKind,
    port: options.port ?? '3000',
    smtp: await asked('smtp', 'The mail server, such as smtp://user:password@mail.example.com:587'),
    mailFrom: await asked('mail-from', 'The sender of e-mails', `accounts@${domain}`),
    database: await asked('database', 'The database: embedded, or postgres://…', EMBEDDED),
  };
}

/** A proxy file configures a whole host, so it does not suit Latchkey below a path. */
const noDomainHint = (text: string): string =>
  /^[\w.:-]+\/./.test(text)
    ? 'Below a path of a host: see "Behind a sub-path" in docs/deploy.md'
    : 'Example: --domain accounts.example.com';

function settingsOf({ domain, smtp, mailFrom, database, port }: Answers, nowMs: number) {
  const now = new Date(nowMs);
  const month = now.toLocaleString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const keyName = month.replace(' ', '').toLowerCase();
  const secret = () => randomBytes(48).toString('base64url');
  return [
    [
      'Every setting: latchkey help settings. After a change: systemctl restart latchkey',
      { NODE_ENV: 'production', FRONTEND_URL: `https://${domain}` },
    ],
    ['The proxy is on this machine.', { HOST: '127.0.0.1', PORT: port, TRUST_PROXY: '127.0.0.1', WORKERS: 'auto' }],
    ['Data', { DATA_DIR, ...(database === EMBEDDED ? {} : { DATABASE_URL: database }) }],
    ['E-mail', { SMTP_URL: smtp, MAIL_FROM: mailFrom }],
    [
      'Keep a copy, apart from the backups of the database: what DATA_KEYS sealed opens with them only.',
      { SIGNING_SECRET: secret(), DATA_KEYS: `${keyName}:${secret()}` },
    ],
  ] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];
}

function nextSteps({ folder, proxy, domain }: Answers, environment: string): string[] {
  const proxySteps: Readonly<Record<ProxyKind, readonly string[]>> = {
    nginx: [
      `  the certificate: /etc/nginx/tls/${domain}.pem and ${domain}.key`,
      `  ln -s ${folder}/nginx.conf /etc/nginx/conf.d/latchkey.conf && nginx -t && systemctl reload nginx`,
    ],
    apache: [
      `  the certificate: /etc/apache2/tls/${domain}.pem and ${domain}.key`,
      '  a2enmod ssl headers setenvif proxy_http proxy_balancer lbmethod_byrequests proxy_hcheck',
      `  ln -s ${folder}/apache.conf /etc/apache2/sites-available/latchkey.conf`,
      '  a2ensite latchkey && apache2ctl configtest && systemctl restart apache2',
    ],
    caddy: [`  echo 'import ${folder}/Caddyfile' >> /etc/caddy/Caddyfile && systemctl reload caddy`],
  };
  return [
    `Written to ${folder}: latchkey.env (secrets: only its owner reads it), ${PROXIES[proxy]}, units of systemd`,
    'Next, as root:',
    `  systemctl enable --now ${folder}/latchkey.service`,
    `  systemctl link ${folder}/latchkey-backup.service && systemctl enable --now ${folder}/latchkey-backup.timer`,
    ...proxySteps[proxy],
    `  open https://${domain}/register, then: ${INSTALLATION}/bin/latchkey --env-file ${environment} admin link`,
    'Keep a copy of latchkey.env apart from the backups of the database.',
  ];
}

/** Prefers a link `latchkey` beside the folder, such as /opt/latchkey: an upgrade changes only the link. */
export function installationAt(folder: string): string {
  const link = join(dirname(folder), 'latchkey');
  return existsSync(link) && realpathSync(link) === folder ? link : folder;
}

/** A unit needs a permanent path that the service can read. */
function refuseUnstable(installation: string, note: (line: string) => void): void {
  if (/[\\/]_npx[\\/]/.test(installation))
    throw new CommandError(
      'init: this Latchkey is in the cache of npx, which is removed some day. Install it first, for example with ' +
        'npm install --global latchkey',
    );
  if (/^\/(home|root|run\/user)\//.test(installation))
    note(`the unit cannot see ${installation} (ProtectHome=yes): move it to /opt/latchkey, and run init there`);
}
