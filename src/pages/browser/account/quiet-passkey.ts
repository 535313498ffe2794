import { makePasskeyQuietly } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { hasJustTypedPassword, type User } from '../session.ts';
import { storageOf } from '../storage.ts';
import { requestAsOwner } from './owner.ts';

const PATH = '/api/me/passkeys';

/** The ids of accounts that got the offer in this browser, newest last. */
const KEY = 'latchkey.passkey-offered';
const MAX_ACCOUNTS = 20;

/**
 * Soon after a password login, once per account and browser, lets the password manager that filled in the password
 * create a passkey without asking. The browser decides and informs the user; most refuse. Nothing waits for it, and
 * failures are silent. Returns true if there is a new passkey.
 */
export async function offerQuietPasskey(user: User): Promise<boolean> {
  const device = storageOf('localStorage');
  if (!passkeysWork || !device || !hasJustTypedPassword() || !(await canMakeQuietly())) return false;
  const offered = (device.getItem(KEY) ?? '').split(',').filter((id) => id !== '');
  if (offered.includes(String(user.id))) return false;
  device.setItem(KEY, [...offered, user.id].slice(-MAX_ACCOUNTS).join(','));
  const begun = await requestAsOwner('POST', `${PATH}/options`, { conditional: true });
  const reply = await makePasskeyQuietly(begun, (credential) => requestAsOwner('POST', PATH, { credential }));
  return reply.ok;
}

/** Whether the browser supports quiet creation: others would show a dialog. */
async function canMakeQuietly(): Promise<boolean> {
  if (!('getClientCapabilities' in PublicKeyCredential)) return false;
  const { conditionalCreate } = await PublicKeyCredential.getClientCapabilities();
  return conditionalCreate === true;
}
