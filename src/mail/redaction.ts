/** Enough to recognise one's own, too little to write to: `a***@example.com`. */
export const maskedAddresses = (text: string): string =>
  text.replace(/([^\s<>@"'(),:;])[^\s<>@"'(),:;]*@([^\s<>@"'(),:;]+)/g, '$1***@$2');

/** A mail server may quote what it was given. A signed token is worth an account, and goes nowhere but into its e-mail. */
export const withoutTokens = (text: string): string => text.replace(/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]');
