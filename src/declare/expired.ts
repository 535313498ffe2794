/** Rows that a background task deletes after a while. */
export interface Expired {
  readonly table: string;
  /** A unique column that identifies the rows to delete. */
  readonly key: string;
  /** The condition; `$2` is `keptMs`. */
  readonly where: string;
  readonly keptMs?: number;
  /** SQL to run first, with the same parameters; `expired` selects columns of the rows. */
  readonly before?: (expired: (columns: string) => string) => readonly string[];
  /** Columns to clear, instead of deleting the row. */
  readonly cleared?: readonly string[];
}
