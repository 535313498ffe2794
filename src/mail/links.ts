/** Links come from the configured frontend address alone: nothing of a request can bend them. */
export const verificationLink = (frontendUrl: string, token: string, email: string): string =>
  linkTo(frontendUrl, '/verify', { token, email });

export const passwordResetLink = (frontendUrl: string, token: string): string =>
  linkTo(frontendUrl, '/reset-password', { token });

const linkTo = (frontendUrl: string, path: string, query: Record<string, string>): string =>
  `${frontendUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`;
