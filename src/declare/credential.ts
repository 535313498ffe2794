/** Declares a factor whose codes every login of its owners needs, or one that is a login of its own. */
interface Factor {
  /** Its name for clients. */
  readonly name: string;
  /** The bit in `users.second_factors` of a factor with codes; 'any': its codes replace those of every other one. */
  readonly bit: number | 'any' | null;
}

/**
 * A kind of credential besides the password and the mailbox: it logs its holder in, or lets them act for the account. A
 * row answers every question about all kinds.
 */
export interface CredentialKind<Feature extends string = string, Event extends string = string> {
  readonly table: string;
  /** The column of the account; 'user_id' by default. */
  readonly owner?: 'created_by';
  /** SQL: the rows of the table that are credentials; all by default. */
  readonly where?: string;
  /** SQL: those that work now; all by default. */
  readonly isUsable?: string;
  /** The columns of a row that its owner sees; null: the owner sees only its effect. */
  readonly listed: {
    readonly id: string;
    readonly name: string;
    readonly addedAt: string;
    readonly usedAt?: string;
    /** The owner sees all rows as one. */
    readonly isOne?: true;
  } | null;
  /** SQL: added from a login whose user has not proven to own the mailbox. */
  readonly isUnproven: string;
  /** Whether it is proven for one address: after a move to another one, its sessions are unproven, too. */
  readonly provesAddress?: true;
  /** SQL: added since $2, for a revert of a change of address; null: a revert removes all of them anyway. */
  readonly isAddedSince: string | null;
  /** Null: no second factor. A user who lost every factor gets them removed. */
  readonly factor: Factor | null;
  /** The authentication methods (RFC 8176) of a login with it; none: it does not log in. */
  readonly amr: readonly string[];
  /** The feature that logs its owner in without a password, and the column of the provider; null if there is none. */
  readonly login: { readonly feature: Feature; readonly provider?: string } | null;
  /** SQL: begun but not confirmed; protects nothing. */
  readonly isPending?: string;
  /** A row that meets `condition` outlives its credential, without these columns. */
  readonly outlived?: { readonly condition: string; readonly set: string };
  /** Whether its table counts wrong guesses, in `failures` since `failing_since`. */
  readonly countsFailures?: true;
  /** The event of a removal, and the columns of its subject. */
  readonly removed?: { readonly event: Event; readonly subject: string };
}

/** The members of a kind that does not log in. */
export const NO_LOGIN = { factor: null, amr: [], login: null } as const;
