/** `select` marks the text in the page, for browsers that let no script write to the clipboard. */
export async function copyText(text: string, select: () => void): Promise<void> {
  select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or an address without TLS.
    document.execCommand('copy');
  }
}
