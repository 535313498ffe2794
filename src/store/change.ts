import type { AuditEvent } from './audit/event-types.ts';
import { type EventSubject, ofAccount } from './audit/record.ts';
import type { ListStatement, RequiredStatement, Statement } from './engine/database.ts';

/**
 * Statements by name. A name may hold several statements whose rows nobody reads, or false if the step is not needed.
 * An event among the steps is recorded at its position, for example before its subject is removed.
 */
export type Steps = Readonly<
  Record<string, Statement | EventToRecord | readonly (Statement | EventToRecord)[] | false | undefined>
>;

/** All rows of a list, the row of a required statement, or the first row, if any, of any other statement. */
type Result<S> =
  S extends ListStatement<infer R>
    ? readonly R[]
    : S extends RequiredStatement<infer R>
      ? R
      : S extends Statement<infer R>
        ? R | undefined
        : undefined;
export type Results<S extends Steps> = { readonly [Name in keyof S]: Result<S[Name]> };

/** An event to record in the audit trail. */
export interface EventToRecord {
  readonly event: AuditEvent;
  readonly subject: EventSubject;
  /** Records the event before the steps, because they remove its subject. */
  readonly isFirst?: true;
  /** Overrides the actor, for example if a setting makes the change; null: the owner. */
  readonly by?: string | null;
  /** Never merges the event into a count, because something else limits it, such as a password hash. */
  readonly keepsEach?: boolean;
}

/** `subject`: the id of an account, null for none, or a subject that a table defines. */
export const event = (
  name: AuditEvent,
  subject: EventSubject | number | null,
  more: Omit<EventToRecord, 'event' | 'subject'> = {},
): EventToRecord => ({
  event: name,
  subject: subject === null || typeof subject === 'number' ? ofAccount(subject) : subject,
  ...more,
});

/** Steps, events and e-mails that are committed in one transaction. */
export interface Change<S extends Steps = Steps> {
  readonly steps: S;
  readonly events: readonly EventToRecord[];
  readonly emails: readonly Statement[];
  readonly wakesMail: boolean;
  /** Sends the e-mails after a random delay, so that timing does not reveal whether the account exists. */
  readonly isDiscreet: boolean;
}

/** What a caller adds to a change. */
export interface ExtraSteps {
  readonly steps?: Steps | undefined;
  readonly events?: readonly EventToRecord[];
  readonly emails?: readonly Statement[];
}

interface ChangeOptions {
  /** Events in addition to the first. */
  readonly events?: readonly EventToRecord[];
  readonly emails?: readonly Statement[];
  /** Wakes the mail worker even without new e-mails, because waiting ones became due. */
  readonly wakesMail?: boolean;
  readonly isDiscreet?: boolean;
}

const changeOf = <const S extends Steps>(
  steps: S,
  { events = [], emails = [], wakesMail = emails.length > 0, isDiscreet = false }: ChangeOptions = {},
): Change<S> => ({ steps, events, emails, wakesMail, isDiscreet });

/** A change to an account, a key or an app, with the event that records it. */
export const change = <const S extends Steps>(
  first: EventToRecord,
  steps: S,
  { events = [], ...rest }: ChangeOptions = {},
): Change<S> => changeOf(steps, { ...rest, events: [first, ...events] });

/** Several changes in one transaction. Each has its event among the steps. */
export const bulk = <const S extends Steps>(steps: S): Change<S> => changeOf(steps);

/** Bookkeeping that does not belong in the audit trail. The reason is for readers of the code. */
export const unrecorded = <const S extends Steps>(_reason: string, steps: S, options?: ChangeOptions): Change<S> =>
  changeOf(steps, options);
