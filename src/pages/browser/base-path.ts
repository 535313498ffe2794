// Functions, and no constants: bundles may run modules that use them before this one.

/** What the addresses of our own paths begin with; '' unless the service is below a path of its host (FRONTEND_URL). */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="latchkey-base"]')?.content ?? '';
}

/** The address of one of our own paths, such as `/api/me`. */
export function below(path: string): string {
  return basePath() + path;
}

/** Of a picture in a profile: one that was uploaded is named by its path here. */
export function pictureAddress(named: string): string {
  return named.startsWith('/api/pictures/') ? below(named) : named;
}
