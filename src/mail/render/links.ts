import type { EmailLink } from '../email-kinds.ts';

/** The link of an e-mail. Its host is the configured frontend, never taken from a request. */
export function mailedLink(frontendUrl: string, { page, hasAddress }: EmailLink, token: string, email: string): string {
  const query = new URLSearchParams({ token, ...(hasAddress && { email }) });
  return `${frontendUrl.replace(/\/+$/, '')}${page}?${query}`;
}
