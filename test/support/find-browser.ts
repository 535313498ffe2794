import { closeSync, existsSync, openSync, readSync } from 'node:fs';

export type FoundBrowser = { readonly kind: 'packed' } | { readonly kind: 'installed'; readonly path: string };

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly env: NodeJS.Dict<string>;
}

export const NO_BROWSER = 'no browser was found: install Chrome, Chromium or Edge, or set CHROME_PATH to one';

/** Debian's Chromium without a window comes first: it uses 30 % less CPU. */
const LINUX_COMMANDS = [
  ...['chromium-headless-shell', 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'],
  ...['microsoft-edge-stable', 'microsoft-edge'],
];
const MAC_PROGRAMS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
/** The packed browser was built for glibc, whose loader is always here. */
const GLIBC_LOADER = '/lib64/ld-linux-x86-64.so.2';

/** CHROME_PATH, then the browser of the lockfile (Linux on x64 alone), then an installed one; undefined without any. */
export function findBrowser(machine: Machine = process): FoundBrowser | undefined {
  const { platform, arch, env } = machine;
  if (env.CHROME_PATH) {
    if (canStart(env.CHROME_PATH, machine)) return { kind: 'installed', path: env.CHROME_PATH };
    throw new Error(`CHROME_PATH=${env.CHROME_PATH} is no program for ${platform} on ${arch}`);
  }
  if (platform === 'linux' && arch === 'x64' && existsSync(GLIBC_LOADER)) return { kind: 'packed' };
  const path = installedAt(machine).find((candidate) => canStart(candidate, machine));
  return path === undefined ? undefined : { kind: 'installed', path };
}

function installedAt({ platform, env }: Machine): string[] {
  const inEach = (folders: (string | undefined)[], programs: string[]) =>
    folders.flatMap((folder) => (folder ? programs.map((program) => `${folder}/${program}`) : []));
  if (platform === 'darwin') {
    const programs = MAC_PROGRAMS.map((name) => `${name}.app/Contents/MacOS/${name}`);
    return inEach(['/Applications', env.HOME && `${env.HOME}/Applications`], programs);
  }
  if (platform === 'win32')
    return inEach([env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA], WINDOWS_PROGRAMS);
  return inEach(env.PATH?.split(':') ?? [], LINUX_COMMANDS);
}

const ELF_MAGIC = 0x7f45_4c46;
/** The fields EI_CLASS (64 bits), EI_DATA (little-endian) and e_machine. */
const ELF_FIELDS: Readonly<Record<string, readonly [number, number, number]>> = { x64: [2, 1, 62], arm64: [2, 1, 183] };

/**
 * A program that the kernel cannot execute is handed to the shell, which runs its bytes as commands. So on Linux only
 * a script that names its interpreter, or ELF for this processor, is started, and elsewhere no ELF.
 */
export function canStart(path: string, { platform, arch }: Pick<Machine, 'platform' | 'arch'>): boolean {
  const header = readHeader(path);
  if (header === undefined) return false;
  const isElf = header.readUInt32BE(0) === ELF_MAGIC;
  if (platform !== 'linux') return !isElf;
  if (header.toString('latin1', 0, 2) === '#!') return true;
  const fields = [header[4], header[5], header.readUInt16LE(18)];
  return isElf && fields.every((field, at) => field === ELF_FIELDS[arch]?.[at]);
}

/** Filled up with zeros; undefined where there is no file. */
function readHeader(path: string): Buffer | undefined {
  const header = Buffer.alloc(20);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
  return header;
}
