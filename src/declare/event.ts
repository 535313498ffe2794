/** The limits on how often an event can be caused. The table in docs/audit.md is generated from these texts. */
export const BOUNDS = {
  hash: 'Each costs a password hash',
  link: 'Each needs an e-mailed link',
  limit: "Bounded by the account's e-mail or code limit",
  once: 'Once per account',
  administrator: 'All kept: only the operator, administrators and API keys cause them',
  counted: 'After 30 an hour, one row per account counts the rest, without addresses',
  change: 'After 500 a day, one row per account counts the rest',
} as const;

export interface EventRow {
  readonly bound: keyof typeof BOUNDS;
  /** Empty if the name says it all. */
  readonly about: string;
}

const boundBy =
  (bound: EventRow['bound']) =>
  (about = ''): EventRow => ({ bound, about });
export const hash = boundBy('hash');
export const link = boundBy('link');
export const limit = boundBy('limit');
export const once = boundBy('once');
export const administrator = boundBy('administrator');
export const counted = boundBy('counted');
export const change = boundBy('change');
