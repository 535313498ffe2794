import type { EmailLink } from '../kinds.ts';

/** Links come from the configured frontend address alone: nothing of a request can bend them. */
export function mailedLink(frontendUrl: string, { page, hasAddress }: EmailLink, token: string, email: string): string {
  const query = new URLSearchParams({ token, ...(hasAddress && { email }) });
  return `${frontendUrl.replace(/\/+$/, '')}${page}?${query}`;
}
