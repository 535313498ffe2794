const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it, or part of its path, is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** In the words of an operator, why a file or a folder could not be read. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
