import { createFile } from '../files/file-ownership.ts';
import { CommandError } from './command-error.ts';

/** Creates a file for the operator. One that is there is left as it is. */
export function createNewFile(command: string, file: string, content: string, mode = 0o644): void {
  try {
    createFile(file, content, mode);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new CommandError(`${command}: ${file} is there already, and is left as it is`);
  }
}
