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

export const hasBegun = (cookies: string | undefined, uid: string, isSecure: boolean): boolean =>
  (cookies ?? '').split('; ').includes(`${nameOf(uid, isSecure)}=1`);

const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** What is set when a login begins. */
export function beginCookies(cookies: string | undefined, uid: string, isSecure: boolean, seconds: number): string[] {
  const names = [...(cookies ?? '').matchAll(NAME)].map(([, name = '']) => name);
  return [
    `${nameOf(uid, isSecure)}=1; Max-Age=${seconds}; ${attributes(isSecure)}`,
    ...names.slice(MOST_AT_A_TIME - 1).map((name) => `${name}=; Max-Age=0; ${attributes(isSecure)}`),
  ];
}

/** When it has been gone through. */
export const endCookie = (uid: string, isSecure: boolean): string =>
  `${nameOf(uid, isSecure)}=; Max-Age=0; ${attributes(isSecure)}`;
