import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { canStart } from './find-browser.ts';

const PACKED = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
/**
 * The package's own looks for the fonts in /tmp/fonts: without them, no text takes any room, and all of it counts as
 * hidden.
 */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;
const UNPACKED = resolve(import.meta.dirname, '../../node_modules/.cache/latchkey-chromium-153-fonts');

export interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/**
 * The package has the few libraries that a bare machine lacks; where the machine has its own, those fit better. Asked
 * once: each time, a browser is started to find out.
 */
let hasOwnLibraries: boolean | undefined;

/** The browser of the lockfile, for Linux on x64: no system package, no network, as root or as anybody. */
export async function unpackChromium(): Promise<Program> {
  const { folder, isTemporary } = await unpacked();
  const path = join(folder, 'chromium');
  if (!canStart(path, process)) throw new Error(`${path} is no program for ${process.platform} on ${process.arch}`);
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', FONTCONFIG_PATH: join(folder, 'fonts') };
  hasOwnLibraries ??= spawnSync(path, ['--version'], { env }).status === 0;
  if (!hasOwnLibraries) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  return {
    path,
    env,
    remove() {
      if (isTemporary) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Unpacking takes two seconds, so the result is kept, unless this user may not write into the project. */
async function unpacked(): Promise<{ folder: string; isTemporary: boolean }> {
  if (may(constants.X_OK, join(UNPACKED, 'chromium'))) return { folder: UNPACKED, isTemporary: false };
  const parent = keptFolder() ?? tmpdir();
  const folder = mkdtempSync(join(parent, 'latchkey-chromium-'));
  await unpackInto(folder);
  if (parent === tmpdir()) return { folder, isTemporary: true };
  try {
    renameSync(folder, UNPACKED);
  } catch {
    // Another test was quicker, and has the same.
    rmSync(folder, { recursive: true, force: true });
  }
  return { folder: UNPACKED, isTemporary: false };
}

function keptFolder(): string | undefined {
  const folder = dirname(UNPACKED);
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    return undefined;
  }
  return may(constants.W_OK, folder) ? folder : undefined;
}

function may(mode: number, path: string): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The package unpacks into the system's temporary folder, under names that every user and version would share. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((archive) => inflate(join(PACKED, archive))));
    for (const path of [folder, join(folder, 'chromium')]) chmodSync(path, 0o755);
    writeFileSync(join(folder, 'fonts/fonts.conf'), FONT_SETTINGS);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
