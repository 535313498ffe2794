import { readFileSync } from 'node:fs';
import { CommandError } from './framework/command-error.ts';

export const PROXIES = { nginx: 'nginx.conf', apache: 'apache.conf', caddy: 'Caddyfile' } as const;
export type ProxyKind = keyof typeof PROXIES;

/** The values in deploy/ that `latchkey init` replaces. */
const EXAMPLE = {
  installation: '/opt/latchkey',
  environmentFile: '/etc/latchkey.env',
  user: 'DynamicUser=yes',
  backupUser: 'DynamicUser=yes\nUser=latchkey',
  domain: 'accounts.example.com',
  instance: '10.0.0.11:3000',
  memory: 'MemoryMax=2G',
};
/** The proxy files have two instances; init removes the second. */
const SECOND_INSTANCE: Readonly<Record<ProxyKind, RegExp>> = {
  nginx: /^ *server 10\.0\.0\.12:3000.*\n/m,
  apache: /^ *BalancerMember http:\/\/10\.0\.0\.12:3000.*\n/m,
  caddy: / 10\.0\.0\.12:3000/,
};

const deployed = (file: string): string => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');

function fill(template: string, ...values: readonly (readonly [example: string, value: string])[]): string {
  return values.reduce((text, [example, value]) => {
    if (!text.includes(example)) throw new Error(`the file in deploy/ has no ${example}`);
    return text.replaceAll(example, value);
  }, template);
}

interface UnitParts {
  readonly installation: string;
  readonly environmentFile: string;
  /** Undefined: systemd creates one. */
  readonly user: string | undefined;
}

export const unitFile = (parts: UnitParts, cores: number): string =>
  fill(fillUnit('latchkey.service', EXAMPLE.user, parts), [EXAMPLE.memory, `MemoryMax=${512 + 256 * cores}M`]);
export const backupUnitFile = (parts: UnitParts): string =>
  fillUnit('latchkey-backup.service', EXAMPLE.backupUser, parts);
export const backupTimerFile = (): string => deployed('latchkey-backup.timer');

const fillUnit = (file: string, exampleUser: string, { installation, environmentFile, user }: UnitParts): string =>
  fill(
    deployed(file),
    [EXAMPLE.environmentFile, environmentFile],
    [EXAMPLE.installation, installation],
    [exampleUser, user === undefined ? exampleUser : `User=${user}`],
  );

export const proxyFile = (proxy: ProxyKind, domain: string, port: string): string =>
  fill(
    deployed(PROXIES[proxy]).replace(SECOND_INSTANCE[proxy], ''),
    [EXAMPLE.instance, `127.0.0.1:${port}`],
    [EXAMPLE.domain, domain],
  );

/** Settings with a comment above each group, as systemd and the commands read them. */
export function environmentFile(
  groups: readonly (readonly [about: string, Readonly<Record<string, string>>])[],
): string {
  return groups
    .map(([about, settings]) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(name, value)}\n`);
      return `# ${about}\n${lines.join('')}`;
    })
    .join('\n');
}

const PLAIN = /^[\w@%+=:,./<> &?-]*$/;

function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (/["\\]/.test(value)) throw new CommandError(`init: ${name} has a ' beside " or \\. In an address, write %27`);
  return `"${value}"`;
}
