import type { Command } from './command.ts';

export const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;

/** Options that every command has. */
export const COMMON = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  'env-file': { type: 'string' },
} as const;

/** Everything that a command takes: --json too, which is carried out by whoever runs the command. */
export const optionsOf = ({ options, withoutJson }: Pick<Command, 'options' | 'withoutJson'>) => ({
  ...COMMON,
  ...(withoutJson ? {} : { json: flag }),
  ...options,
});

export const IMPORT_OPTIONS = {
  from: text,
  'dry-run': flag,
  update: flag,
  verified: flag,
  unverified: flag,
  admins: flag,
  pepper: flag,
  'default-industry': text,
  'firebase-config': text,
  column: texts,
  report: text,
} as const;

/** Of an OpenID client, when it is added and when it is changed. */
export const CLIENT_OPTIONS = {
  'redirect-uri': texts,
  'post-logout-redirect-uri': texts,
  'logo-uri': text,
  scopes: text,
  audience: text,
  'backchannel-logout-uri': text,
  'client-uri': text,
  'initiate-login-uri': text,
  native: flag,
  pkce: text,
  'first-party': flag,
};

export const AUDIT_OPTIONS = { user: text, event: text, since: text, limit: text };
export const API_KEY_OPTIONS = { scopes: text, days: text, networks: text };
export const BACKUP_OPTIONS = { into: text, keep: text };
export const RESTORE_OPTIONS = { yes: flag, 'delete-again': flag };
/** Of `latchkey init`. */
export const INIT_OPTIONS = {
  domain: text,
  smtp: text,
  'mail-from': text,
  database: text,
  proxy: text,
  port: text,
  user: text,
};
/** Of an account that is created. */
export const USER_OPTIONS = { name: text, phone: text, industry: text, language: text, confirmed: flag };
