import { readFileSync } from 'node:fs';

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
      // The others are of this repository.
      .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
      .map(([path, one]) => ({ ...one, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))
  );
}

/** What `npm ci --omit=dev` installs, platform packages of every platform included. */
export const shippedPackages = (): LockedPackage[] => lockedPackages().filter(({ dev }) => !dev);

/** The whole of THIRD-PARTY.md. */
export function thirdParty(): string {
  const rows = shippedPackages()
    .map(
      ({ name, version, license, optional }) =>
        `| ${name} | ${version} | ${license} | ${optional ? 'by platform' : ''} |`,
    )
    .sort();
  return `# What ships with Latchkey

\`npm ci --omit=dev\` installs these packages and no others, from the lockfile; those marked "by platform" only
where they fit. None runs a script when it is installed: that of esbuild, which only makes its command start sooner, is
switched off (\`allowScripts\`, npm 11). \`npm run docs\` writes this page anew, and a test holds it to the lockfile.

| package | version | licence | |
| --- | --- | --- | --- |
${[...new Set(rows)].join('\n')}

\`src/accounts/passwords/common-passwords.txt\` comes from zxcvbn (MIT); the licence stands at its top.
`;
}
