import { randomBytes } from 'node:crypto';

/** Of the records of logins on their way. */
export const KIND = 'Interaction';

/**
 * Ties a login on its way to the browser that began it. Without it, whoever begins one and sends its address to somebody
 * who is logged in would be logged in as that person. `__Host-`: no other host, such as one below the same domain, can
 * set it. Browsers want `Path=/` of it, so it has that below a path of the host too: whoever serves the other paths
 * could act in our pages anyway, while that other host could not.
 */
const nameOf = (uid: string, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}latchkey-login-${uid}`;

const NAME = /(?:^|; )((?:__Host-)?latchkey-login-[\w-]+)=/g;

/** Older ones are forgotten: a browser that is sent here again and again must not end with more headers than we read. */
const MOST_AT_A_TIME = 10;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Undefined: another browser began it. */
export function secretIn(cookies: string | undefined, uid: string, isSecure: boolean): string | undefined {
  const start = `${nameOf(uid, isSecure)}=`;
  const found = (cookies ?? '').split('; ').find((one) => one.startsWith(start));
  return found?.slice(start.length);
}

/** What version 0.6.0 set for every login: those that it began within the last half hour go on. */
const BEFORE_SECRETS = '1';

/** The id of its record, which is stored as a hash: whoever has no cookie finds none. */
export const recordId = (uid: string, secret: string): string => (secret === BEFORE_SECRETS ? uid : `${uid}.${secret}`);

const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export interface BegunLogin {
  readonly uid: string;
  readonly secret: string;
  /** Until it is too late to go on. */
  readonly seconds: number;
}

/** What is set when a login begins. */
export function beginCookies(cookies: string | undefined, begun: BegunLogin, isSecure: boolean): string[] {
  const { uid, secret, seconds } = begun;
  const names = [...(cookies ?? '').matchAll(NAME)].map(([, name = '']) => name);
  return [
    `${nameOf(uid, isSecure)}=${secret}; Max-Age=${seconds}; ${attributes(isSecure)}`,
    ...names.slice(MOST_AT_A_TIME - 1).map((name) => `${name}=; Max-Age=0; ${attributes(isSecure)}`),
  ];
}

/** When it has been gone through. */
export const endCookie = (uid: string, isSecure: boolean): string =>
  `${nameOf(uid, isSecure)}=; Max-Age=0; ${attributes(isSecure)}`;
