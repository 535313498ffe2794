import assert from 'node:assert/strict';
import { linksIn, type Service } from './service.ts';

/** The code of the newest e-mail. */
export async function newestCode(service: Service, email: string): Promise<string> {
  const links = (await service.emailsTo(email)).flatMap(linksIn).filter(({ pathname }) => pathname === '/login/code');
  const code = new URLSearchParams(links.at(-1)?.hash.slice(1)).get('code');
  assert.match(code ?? '', /^\d{8}$/);
  return code ?? '';
}

export async function askForRequest({ request }: Service, email: string): Promise<string> {
  const answer = await request('POST', '/api/login/email', { body: { email } });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.request;
}

export async function askForCode(service: Service, email: string): Promise<{ request: string; code: string }> {
  const request = await askForRequest(service, email);
  return { request, code: await newestCode(service, email) };
}

export const loginByCode = ({ request }: Service, body: object) =>
  request('POST', '/api/login/email/confirm', { body });

export const otherThan = (code: string, by = 1): string => String((Number(code) + by) % 100_000_000).padStart(8, '0');
