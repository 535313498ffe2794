/** A browser may start the download a while after the link was followed. */
const KEPT_MS = 60_000;

/**
 * Offers a file that the page has made: a link with `download` is no request, so the security policy needs no
 * exception.
 */
export function saveAs(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
