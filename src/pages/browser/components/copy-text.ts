/** `select` selects the text in the page, for browsers that do not let scripts write to the clipboard. */
export async function copyText(text: string, select: () => void): Promise<void> {
  select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or not https.
    document.execCommand('copy');
  }
}
