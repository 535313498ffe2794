/** Browsers may start the download some time after the click. */
const KEPT_MS = 60_000;

/** Offers a file for download. A link with `download` is not a request, so the security policy needs no exception. */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

export const saveAsJson = (name: string, data: unknown): void =>
  saveAs(name, new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }));
