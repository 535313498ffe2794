import type { Config, Environment } from '../../config/config.ts';
import type { Store } from '../../store/commit.ts';
import type { CommandContext } from './command.ts';
import type { DesiredObject } from './desired-members.ts';

/** One change that brings the database closer to the file. */
export interface Step {
  readonly message: string;
  /** Returns a generated secret, to be shown once. */
  readonly take: () => Promise<NewSecret | null>;
}

export interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** What it belongs to. */
  readonly of: string;
}

export interface ApplyContext extends Pick<CommandContext, 'note' | 'nowMs' | 'settingsFile'> {
  readonly db: Store;
  readonly config: Config;
}

/** What the database lacks. */
export interface Plan {
  readonly steps: readonly Step[];
  /** What the operator must do, because no step can. */
  readonly remaining?: string | undefined;
}

/** Reads a member of the file, before the database is opened. Throws a CommandError for the first mistake. */
export type ReadPart = (desired: DesiredObject, folder: string) => (context: ApplyContext) => Promise<Plan>;

/** A member of the file of `latchkey apply`. */
export interface ApplyPart {
  readonly member: string;
  /** Its value in the example of the help. */
  readonly example: string;
  /** Lines of the help. */
  readonly details: readonly string[];
  readonly load: () => Promise<ReadPart>;
  /** The settings with which the test server applies it; without, it does not. */
  readonly testSettings?: Environment;
}
