const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  ENOTDIR: 'it, or a part of its path, is a file and no folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
};

/** In the words of an operator, why a file or a folder could not be read. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
