/** What a service wants before it does what was asked (RFC 9470). */
export interface StepUp {
  /** The login must not be older, in seconds. */
  readonly maxAge: number | undefined;
  /** In words of the service, like that a second factor is needed. */
  readonly description: string | undefined;
}

export function stepUpOf(challenge: string): StepUp | undefined {
  if (!challenge.includes('error="insufficient_user_authentication"')) return undefined;
  const [, maxAge] = /\bmax_age="?(\d+)/.exec(challenge) ?? [];
  const [, description] = /\berror_description="([^"]*)"/.exec(challenge) ?? [];
  return { maxAge: maxAge === undefined ? undefined : Number(maxAge), description };
}
