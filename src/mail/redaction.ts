/** Masks e-mail addresses for logs: `a***@example.com`. */
export const maskAddresses = (text: string): string =>
  text.replace(/([^\s<>@"'(),:;])[^\s<>@"'(),:;]*@([^\s<>@"'(),:;]+)/g, '$1***@$2');

/** Removes tokens, which give access to an account, from a mail server's answer, which may quote the e-mail. */
export const removeTokens = (text: string): string => text.replace(/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]');
