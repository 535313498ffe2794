/** The kinds of login providers, each with an icon for its button. */
export const PROVIDER_KINDS = ['google', 'microsoft', 'github', 'apple', 'openid'] as const;

/** A provider that people can log in with. */
export interface LoginProvider {
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
  readonly kind: (typeof PROVIDER_KINDS)[number];
}
