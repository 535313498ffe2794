/** What has to be done for one thing to be as it is desired. */
export interface Step {
  readonly says: string;
  /** Returns a secret that was made, to be shown once. */
  readonly take: () => Promise<NewSecret | null>;
}

export interface NewSecret {
  readonly name: 'client_secret' | 'api_key';
  readonly value: string;
}
