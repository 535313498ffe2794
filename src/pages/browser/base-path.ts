// Functions, and no constants: bundles may run modules that use them before this one.

/** What the addresses of our own paths begin with; '' unless the service is below a path of its host (FRONTEND_URL). */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="latchkey-base"]')?.content ?? '';
}

/** The address of one of our own paths, such as `/api/me`. */
export function below(path: string): string {
  return basePath() + path;
}

/** Whether a picture in a profile was uploaded: then it is named by its path here. */
export function isUploaded(picture: string | null): boolean {
  return picture?.startsWith('/api/pictures/') ?? false;
}

export function pictureAddress(picture: string): string {
  return isUploaded(picture) ? below(picture) : picture;
}
