const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Every option of every command. A name means the same in each. */
export const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: flag,
  'env-file': text,
  json: flag,
  admins: flag,
  alg: text,
  apply: text,
  audience: text,
  'backchannel-logout-uri': text,
  'client-uri': text,
  column: texts,
  confirmed: flag,
  database: text,
  days: text,
  'default-industry': text,
  'delete-again': flag,
  domain: text,
  'dry-run': flag,
  event: text,
  field: texts,
  'firebase-config': text,
  'first-party': flag,
  force: flag,
  from: text,
  hashes: flag,
  in: text,
  industry: text,
  'initiate-login-uri': text,
  into: text,
  keep: text,
  language: text,
  limit: text,
  'logo-uri': text,
  'mail-from': text,
  name: text,
  native: flag,
  networks: text,
  'no-first-party': flag,
  'no-native': flag,
  now: flag,
  overlap: text,
  pairwise: flag,
  pepper: flag,
  phone: text,
  pkce: text,
  plan: flag,
  port: text,
  'post-logout-redirect-uri': texts,
  proxy: text,
  public: flag,
  'redirect-uri': texts,
  report: text,
  role: text,
  scopes: text,
  since: text,
  smtp: text,
  stopped: flag,
  type: text,
  unverified: flag,
  update: flag,
  user: text,
  verified: flag,
  yes: flag,
} as const;

export type OptionName = keyof typeof OPTIONS;

type ValueOf<Option> = Option extends typeof texts ? string[] : Option extends typeof text ? string : boolean;

export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof OPTIONS)[Name]> };

/** Options that every command takes. */
const COMMON: readonly OptionName[] = ['help', 'version', 'env-file'];

/** The options that a command declares. */
export interface TakenOptions {
  readonly options?: readonly OptionName[];
  /** The command does not take --json: it prints nothing, or prints for another program. */
  readonly withoutJson?: true;
}

/** The options that a command takes, with --json and the common ones. */
export const optionsOf = ({ options = [], withoutJson }: TakenOptions): readonly OptionName[] => [
  ...COMMON,
  ...(withoutJson ? [] : (['json'] as const)),
  ...options,
];

/** The options for adding and changing OpenID clients. */
export const CLIENT_OPTIONS: readonly OptionName[] = [
  'redirect-uri',
  'post-logout-redirect-uri',
  'logo-uri',
  'scopes',
  'audience',
  'backchannel-logout-uri',
  'client-uri',
  'initiate-login-uri',
  'native',
  'pkce',
  'first-party',
];
