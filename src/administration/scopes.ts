/** What a program may do. permissions.ts maps operations to scopes. */
export const SCOPES = {
  'users:read': 'find, read and export accounts and their sessions',
  'users:write': 'invite, change, suspend, reinstate and delete non-administrator accounts, except for their addresses',
  'users:email': 'change the address of non-administrator accounts, which is enough to take them over',
  'audit:read': 'read the audit trail',
  'mail:read': 'read the queue of e-mails',
  'mail:write': 'retry e-mails, and drop those that are no warnings to owners',
  'statistics:read': 'read statistics, health and signing keys',
  'clients:read': 'list OpenID clients',
  'clients:write': 'add, change and remove OpenID clients: decides where people are sent after a login',
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
export const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);
