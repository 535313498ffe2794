import type { ImportedLogins } from '../../core/registration/import-accounts.ts';
import type { ApplyPart } from './apply-part.ts';
import type { Command } from './command.ts';
import type { Examine } from './finding.ts';

/** What an optional feature adds to the command line. Its code is loaded when it is needed. */
export interface FeatureCommands {
  /** Describes its groups of commands. */
  readonly groups?: Readonly<Record<string, string>>;
  readonly commands?: readonly Command[];
  readonly applied?: ApplyPart;
  /** Keeps the logins with other providers of imported accounts. */
  readonly importedLogins?: () => Promise<ImportedLogins>;
  /** Checks of `latchkey check` and `doctor`, which need no running service. */
  readonly checks?: Readonly<Record<string, Examine>>;
}
