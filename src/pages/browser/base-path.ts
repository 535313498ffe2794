// Exports functions instead of constants, because bundles may run dependent modules before this one.

/** The base path of our addresses; '' unless FRONTEND_URL has a path. */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="latchkey-base"]')?.content ?? '';
}

/** The address of one of our own paths, such as `/api/me`. */
export function below(path: string): string {
  return basePath() + path;
}

/** True if a profile picture was uploaded, because its address is then a path here. */
export function isUploaded(picture: string | null): boolean {
  return picture?.startsWith('/api/pictures/') ?? false;
}

export function pictureAddress(picture: string): string {
  return isUploaded(picture) ? below(picture) : picture;
}
