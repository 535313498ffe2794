import { closeSync, openSync, readSync } from 'node:fs';

export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** `e_machine` of ELF, `cputype` of Mach-O and `Machine` of PE, by the architecture that runs it. */
const ELF_MACHINE: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const MACH_O_CPU: Readonly<Record<string, number>> = { x64: 0x0100_0007, arm64: 0x0100_000c };
const PE_MACHINES: Readonly<Record<string, readonly number[]>> = {
  x64: [0x8664, 0x014c],
  // Windows on ARM runs programs for x64, too.
  arm64: [0xaa64, 0x8664, 0x014c],
};

const HEADER_BYTES = 4096;
const FAT_ENTRY_BYTES = 20;

/**
 * Whether a file may be started here, by its header. It is asked before anything is started, because a program for another processor is
 * handed to the shell by those who start it, and the shell runs its bytes as commands.
 */
export function isForMachine(path: string, { platform, arch }: Machine): boolean {
  const header = readHeader(path);
  if (header === undefined) return false;
  // A script names its interpreter itself: the launcher that distributions put in front of a browser.
  if (platform !== 'win32' && header.toString('latin1', 0, 2) === '#!') return true;
  if (platform === 'linux') return elfMachine(header) === ELF_MACHINE[arch];
  if (platform === 'darwin') return machOCpus(header).some((cpu) => cpu === MACH_O_CPU[arch]);
  if (platform === 'win32') return (PE_MACHINES[arch] ?? []).some((machine) => machine === peMachine(header));
  return false;
}

/** Filled up with zeros, so that every field can be read; undefined when there is no such file. */
function readHeader(path: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
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

function elfMachine(header: Buffer): number | undefined {
  const isElf = header.readUInt32BE(0) === 0x7f45_4c46;
  const is64Bit = header[4] === 2;
  const isLittleEndian = header[5] === 1;
  return isElf && is64Bit && isLittleEndian ? header.readUInt16LE(18) : undefined;
}

/** A universal binary holds one program for each processor. */
function machOCpus(header: Buffer): number[] {
  if (header.readUInt32LE(0) === 0xfeed_facf) return [header.readUInt32LE(4)];
  if (header.readUInt32BE(0) !== 0xcafe_babe) return [];
  const count = Math.min(header.readUInt32BE(4), 10);
  return Array.from({ length: count }, (_, at) => header.readUInt32BE(8 + at * FAT_ENTRY_BYTES));
}

function peMachine(header: Buffer): number | undefined {
  if (header.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const at = header.readUInt32LE(0x3c);
  if (at + 6 > header.length || header.toString('latin1', at, at + 4) !== 'PE\0\0') return undefined;
  return header.readUInt16LE(at + 4);
}
