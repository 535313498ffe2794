/** The permission to run an administrative operation. Administrators may run all. */
export interface Permission<Scope extends string = string> {
  /** The scope that lets an API key run it; null: no key may. */
  readonly scope: Scope | null;
  /** Required of administrators for every change, and for exports of everything about a person. */
  readonly needsRecentLogin: boolean;
}

export const reads = <S extends string | null>(scope: S) => ({ scope, needsRecentLogin: false }) as const;
export const needsRecentLogin = <S extends string | null>(scope: S) => ({ scope, needsRecentLogin: true }) as const;
