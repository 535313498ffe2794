import { readFileSync } from 'node:fs';
import { wrapped } from './wrap-text.ts';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

export function lockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, Omit<LockedPackage, 'name'>>);
  return (
    packages
      // Links are workspaces of this repository.
      .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
      .map(([path, one]) => ({ ...one, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))
  );
}

/** The packages that `npm ci --omit=dev` installs, including those of other platforms. */
export const shippedPackages = (): LockedPackage[] => lockedPackages().filter(({ dev }) => !dev);

/** Merges packages per platform, such as @esbuild/linux-x64, into one entry. */
const PLATFORM = /(?<=[/-])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|wasm32|win32?)-.*/;

/** The content of THIRD-PARTY.md. */
export function thirdParty(): string {
  const byLicence = Map.groupBy(shippedPackages(), ({ license }) => license ?? 'unknown');
  const sections = [...byLicence].sort().map(([licence, packages]) => {
    const names = packages.map(({ name, version }) => `${name.replace(PLATFORM, 'PLATFORM')}@${version}`);
    return `## ${licence}\n\n${wrapped([...new Set(names)].sort().join(', '))}\n`;
  });
  return `# What ships with Latchkey

\`npm ci --omit=dev\` installs these packages and no others, from the lockfile. None runs an install
script: \`allowScripts\` (npm 11) switches off those of esbuild and @scarf/scarf. \`npm run docs\` writes this page.

${sections.join('\n')}
\`src/core/passwords/common-passwords.txt\` comes from zxcvbn (MIT); its licence is at the top of the file.
`;
}
