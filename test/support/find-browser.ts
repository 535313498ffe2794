import { existsSync } from 'node:fs';
import { isForMachine, type Machine } from './executable.ts';

export type FoundBrowser = { readonly kind: 'packed' } | { readonly kind: 'installed'; readonly path: string };

export interface Surroundings extends Machine {
  readonly env: NodeJS.Dict<string>;
  /** Where the programs of this system are looked for; tests name a folder of their own. */
  readonly root?: string;
}

export const NO_BROWSER = 'no browser was found: install Chrome, Chromium or Edge, or set CHROME_PATH to one';

const LINUX_COMMANDS = [
  // Chromium without a window, which takes seven tenths of the processor time in the tests of the pages.
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const MAC_PROGRAMS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
/** The packed browser was built for glibc, whose loader is always here. */
const GLIBC_LOADER = '/lib64/ld-linux-x86-64.so.2';

/** CHROME_PATH, then the browser of the lockfile, which is for Linux on x64 alone, then what is installed; undefined where there is none. */
export function findBrowser(here: Surroundings = process): FoundBrowser | undefined {
  const { CHROME_PATH } = here.env;
  if (CHROME_PATH) {
    if (isForMachine(CHROME_PATH, here)) return { kind: 'installed', path: CHROME_PATH };
    throw new Error(`CHROME_PATH=${CHROME_PATH} is no program for ${here.platform} on ${here.arch}`);
  }
  if (here.platform === 'linux' && here.arch === 'x64' && existsSync(`${here.root ?? ''}${GLIBC_LOADER}`)) {
    return { kind: 'packed' };
  }
  const path = installedAt(here).find((candidate) => isForMachine(candidate, here));
  return path === undefined ? undefined : { kind: 'installed', path };
}

function installedAt({ platform, env, root = '' }: Surroundings): string[] {
  if (platform === 'darwin') {
    return inEach([`${root}/Applications`, env.HOME && `${env.HOME}/Applications`], '/', MAC_PROGRAMS);
  }
  if (platform === 'win32') {
    return inEach([env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA], '\\', WINDOWS_PROGRAMS);
  }
  return inEach(env.PATH?.split(':') ?? [], '/', LINUX_COMMANDS);
}

const inEach = (folders: readonly (string | undefined)[], separator: string, programs: readonly string[]): string[] =>
  folders.flatMap((folder) => (folder ? programs.map((program) => `${folder}${separator}${program}`) : []));
