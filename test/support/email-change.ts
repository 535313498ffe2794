import assert from 'node:assert/strict';
import { newestToken, type Service, type Session } from './service.ts';

let addresses = 0;
/** An address that nobody has. */
export const freeAddress = (): string => {
  addresses += 1;
  return `new${addresses}@example.org`;
};

export const askForAddress = (
  { request }: Service,
  { accessToken: token }: Pick<Session, 'accessToken'>,
  email: string,
) => request('POST', '/api/me/email', { token, body: { email } });

/** The token of the newest link to this page that was mailed to this address. */
export const confirmToken = (service: Service, to: string) => newestToken(service, to, '/confirm-email-change');
export const stopToken = (service: Service, to: string) => newestToken(service, to, '/stop-email-change');
export const revertToken = (service: Service, to: string) => newestToken(service, to, '/revert-email-change');

export const confirm = ({ request }: Service, token: string) => request('POST', '/api/email-change/confirm', { token });
export const stop = ({ request }: Service, token: string) => request('POST', '/api/email-change/stop', { token });
export const revert = ({ request }: Service, token: string) => request('POST', '/api/email-change/revert', { token });

/** Asks for the address and confirms it there. */
export async function changeAddress(service: Service, session: Session, email: string): Promise<Session> {
  assert.equal((await askForAddress(service, session, email)).status, 200);
  assert.equal((await confirm(service, await confirmToken(service, email))).status, 200);
  return { ...session, email };
}
