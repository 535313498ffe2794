import { makePasskeyQuietly } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { hasJustTypedPassword, type User } from '../session.ts';
import { storageOf } from '../storage.ts';
import { requestAsOwner } from './owner.ts';

const PATH = '/api/me/passkeys';

/** The numbers of the accounts that got the offer in this browser, the newest last. */
const KEY = 'latchkey.passkey-offered';
const MAX_ACCOUNTS = 20;

/**
 * Soon after a login with a password, once for each account and browser: lets the password manager that filled in the
 * password make a passkey by itself. The browser decides whether it does, asks nothing and says so itself; most have
 * reasons not to. Nothing waits for it, and nothing is said when it fails. True when there is a new passkey.
 */
export async function offerQuietPasskey(user: User): Promise<boolean> {
  const device = storageOf('localStorage');
  if (!passkeysWork || !device || !hasJustTypedPassword() || !(await canMakeQuietly())) return false;
  const offered = (device.getItem(KEY) ?? '').split(',').filter((id) => id !== '');
  if (offered.includes(String(user.id))) return false;
  device.setItem(KEY, [...offered, user.id].slice(-MAX_ACCOUNTS).join(','));
  const asked = await requestAsOwner('POST', `${PATH}/options`, { conditional: true });
  const reply = await makePasskeyQuietly(asked, (credential) => requestAsOwner('POST', PATH, { credential }));
  return reply.ok;
}

/** Browsers that cannot would show a dialog instead. */
async function canMakeQuietly(): Promise<boolean> {
  if (!('getClientCapabilities' in PublicKeyCredential)) return false;
  const { conditionalCreate } = await PublicKeyCredential.getClientCapabilities();
  return conditionalCreate === true;
}
