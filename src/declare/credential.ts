/** Declares a factor whose codes every login of its owners needs, or one that is a login of its own. */
interface Factor {
  /** Its name for clients. */
  readonly name: string;
  /** The bit in `users.second_factors` of a factor with codes; 'any': its codes replace those of every other one. */
  readonly bit: number | 'any' | null;
}

/**
 * A kind of thing that lets its holder into an account, or act for it, besides the password and the mailbox. A row
 * answers every question that is asked about all kinds.
 */
export interface CredentialKind<Feature extends string = string, Event extends string = string> {
  readonly table: string;
  /** The column of the account; 'user_id' by default. */
  readonly owner?: 'created_by';
  /** SQL: the rows of the table that are credentials; all by default. */
  readonly where?: string;
  /** SQL: those that work now; all by default. */
  readonly isUsable?: string;
  /** The columns of a row as its owner sees it; null: only its effect is seen. */
  readonly listed: {
    readonly id: string;
    readonly name: string;
    readonly addedAt: string;
    /** The owner sees all rows as one. */
    readonly isOne?: true;
  } | null;
  /** SQL: added from a login of whom nobody knows that the mailbox is theirs too. */
  readonly isUnproven: string;
  /** SQL: added since $2, for a revert of a change of address; null: a revert removes all of them anyway. */
  readonly isAddedSince: string | null;
  /** Null: no second factor. Every factor is removed for somebody who has lost them all. */
  readonly factor: Factor | null;
  /** The authentication methods (RFC 8176), one of which a login with it has; none: nobody logs in with it. */
  readonly amr: readonly string[];
  /** The feature that logs its owner in without a password, and the column of the provider; null: nobody logs in so. */
  readonly login: { readonly feature: Feature; readonly provider?: string } | null;
  /** SQL: begun but not confirmed; protects nothing. */
  readonly isPending?: string;
  /** A row that meets `condition` outlives its credential, without these columns. */
  readonly outlived?: { readonly condition: string; readonly set: string };
  /** The event of a removal, and the columns of its subject. */
  readonly removed?: { readonly event: Event; readonly subject: string };
}

/** For a kind that nobody logs in with. */
export const NO_LOGIN = { factor: null, amr: [], login: null } as const;
