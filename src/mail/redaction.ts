/** Masks e-mail addresses for logs: `a***@example.com`. */
export const maskedAddresses = (text: string): string =>
  text.replace(/([^\s<>@"'(),:;])[^\s<>@"'(),:;]*@([^\s<>@"'(),:;]+)/g, '$1***@$2');

/** Removes signed tokens from the answers of a mail server, which may quote the e-mail: a token opens an account. */
export const withoutTokens = (text: string): string => text.replace(/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]');
