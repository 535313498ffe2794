/** How a column is exported: unchanged, as a time, as a day counted from 1970, or as parsed JSON. */
export type ColumnFormat = 'text' | 'number' | 'time' | 'day' | 'json';

export interface PersonalTable {
  /** The member of the export that holds the rows. */
  readonly member: string;
  /** The rows of one account; $1 is its id. OWN_ROWS by default. */
  readonly where?: string;
  readonly orderBy: string;
  /** For tables of any size: the unique numeric columns of `orderBy`, by which pages are found (from $2 on). */
  readonly pagedBy?: readonly string[];
  /** The condition of a page, if `where` and `pagedBy` are slow on a database. */
  readonly pageWhere?: Partial<Readonly<Record<'sqlite' | 'postgres', string>>>;
  readonly exported: Readonly<Record<string, ColumnFormat>>;
  /** SQL for columns that are not exported as stored. */
  readonly read?: Readonly<Record<string, string>>;
  /** Columns that are not exported, each with the reason. */
  readonly withheld: Readonly<Record<string, string>>;
}

/** The rows of an account in most tables. */
export const OWN_ROWS = 'user_id = $1';

/** Reasons for not exporting a column. */
export const OWNER = 'the id of the account, which the profile has';
export const SECRET = 'anyone who has it could log in';
export const INTERNAL = 'internal bookkeeping without personal data';
