import assert from 'node:assert/strict';
import { usersCommand } from '../../src/cli/users.ts';
import { loggedIn, type Service, type Session } from './service.ts';

/** What `latchkey users promote` does. */
export const promote = (service: Service, email: string) => usersCommand(service.db, ['promote', email], () => {});

/** An administrator who has just logged in. */
export async function loggedInAdmin(service: Service, overrides: Record<string, unknown> = {}): Promise<Session> {
  const admin = await loggedIn(service, overrides);
  await promote(service, admin.email);
  return admin;
}

export interface KeyOptions {
  readonly name?: string;
  readonly scopes: readonly string[];
  readonly days?: number;
  readonly networks?: readonly string[];
}

/** The text of a new API key. */
export async function apiKeyOf(
  service: Service,
  admin: Pick<Session, 'accessToken'>,
  options: KeyOptions,
): Promise<string> {
  const body = { name: 'A program', days: 30, ...options };
  const answer = await service.request('POST', '/api/admin/api-keys', { token: admin.accessToken, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.data.key;
}
