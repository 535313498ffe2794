import type { ListStatement, RequiredStatement, Statement } from './engine/database.ts';
import type { AuditEvent } from './tables/audit-events.ts';
import { type EventSubject, ofAccount } from './tables/events.ts';

/**
 * Statements by name; several under one name, where nobody asks for their rows; false where one is not needed. An event
 * among them is recorded in its place, such as before what it is about is removed.
 */
export type Steps = Readonly<
  Record<string, Statement | Happening | readonly (Statement | Happening)[] | false | undefined>
>;

/** All rows of a list, the row of a required statement, and of any other the first, if there is one. */
type Result<S> =
  S extends ListStatement<infer R>
    ? readonly R[]
    : S extends RequiredStatement<infer R>
      ? R
      : S extends Statement<infer R>
        ? R | undefined
        : undefined;
export type Results<S extends Steps> = { readonly [Name in keyof S]: Result<S[Name]> };

/** What happened: a row of the audit trail. */
export interface Happening {
  readonly event: AuditEvent;
  readonly about: EventSubject;
  /** Recorded before the steps, because they remove what it is about. */
  readonly isFirst?: true;
  /** The actor, where it is not the one who makes the change but a setting, for example; null: the owner. */
  readonly by?: string | null;
  /** Bounded where it happens, by a password hash for example: never merged into a count. */
  readonly keepsEach?: boolean;
}

/** `about`: the id of an account, null for none, or what a table says of itself. */
export const happening = (
  event: AuditEvent,
  about: EventSubject | number | null,
  more: Omit<Happening, 'event' | 'about'> = {},
): Happening => ({ event, about: about === null || typeof about === 'number' ? ofAccount(about) : about, ...more });

/** What is done, not how. Its steps, events and e-mails are one transaction. */
export interface Change<S extends Steps = Steps> {
  readonly steps: S;
  readonly events: readonly Happening[];
  readonly emails: readonly Statement[];
  readonly wakesMail: boolean;
  /** The e-mails are sent after a random delay, so that timing does not tell whether there is an account. */
  readonly isDiscreet: boolean;
}

interface Consequences {
  /** Besides the first. */
  readonly events?: readonly Happening[];
  readonly emails?: readonly Statement[];
  /** Besides those with new e-mails: e-mails that waited are due. */
  readonly wakesMail?: boolean;
  readonly isDiscreet?: boolean;
}

const changeOf = <const S extends Steps>(
  steps: S,
  { events = [], emails = [], wakesMail = emails.length > 0, isDiscreet = false }: Consequences = {},
): Change<S> => ({ steps, events, emails, wakesMail, isDiscreet });

/** Something done to an account, a key or an app, and the event that says so. */
export const change = <const S extends Steps>(
  { event, about, ...more }: Happening,
  steps: S,
  { events = [], ...others }: Consequences = {},
): Change<S> => changeOf(steps, { ...others, events: [{ event, about, ...more }, ...events] });

/** Several things at once: each has its event among the steps. */
export const bulk = <const S extends Steps>(steps: S): Change<S> => changeOf(steps);

/** Bookkeeping that nobody looks for in the audit trail; the reason is for readers of the code. */
export const unrecorded = <const S extends Steps>(_reason: string, steps: S, consequences?: Consequences): Change<S> =>
  changeOf(steps, consequences);
