/** Wraps at 120 columns. */
export const wrapped = (text: string, indent = ''): string =>
  text.replaceAll(/(.{1,117})(?: |$)/g, `$1\n${indent}`).trimEnd();
