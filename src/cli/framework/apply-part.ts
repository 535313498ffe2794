/** One change that brings the database closer to the file. */
export interface Step {
  readonly message: string;
  /** Returns a generated secret, to be shown once. */
  readonly take: () => Promise<NewSecret | null>;
}

export interface NewSecret {
  readonly name: 'client_secret' | 'api_key';
  readonly value: string;
}
