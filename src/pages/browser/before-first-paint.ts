// Runs before the page is painted, and so before the modules: a classic script, which cannot import anything. What it
// repeats of token-store.ts and tabs.ts is the name of the key and of the channel.
{
  const root = document.documentElement;
  /** Somebody seems to be logged in: the page shows an outline until that is certain. See noteSession in page.ts. */
  const outline = () => {
    root.dataset.session ??= 'perhaps';
  };
  // The same as in passkey-support.ts: what needs passkeys is displayed from the first paint, or not at all.
  if (
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  ) {
    root.dataset.passkeys = 'work';
  }
  // The same as in base-path.ts.
  const base = document.querySelector<HTMLMetaElement>('meta[name="latchkey-base"]')?.content ?? '';
  try {
    // The same as in theme.ts. Visitors of the other pages have no switch to take it back with.
    const theme = localStorage.getItem('latchkey.theme');
    const isThemed = document.querySelector('meta[name="latchkey-console"], meta[name="latchkey-settings"]') !== null;
    if (isThemed && (theme === 'light' || theme === 'dark')) root.dataset.theme = theme;
    const key = `latchkey.refresh-token${base}`;
    if ((sessionStorage.getItem(key) ?? localStorage.getItem(key)) !== null) {
      outline();
    } else {
      const channel = new BroadcastChannel(`latchkey.session${base}`);
      channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind !== 'i-am') return;
        outline();
        channel.close();
      });
      channel.postMessage({ kind: 'who-is-logged-in' });
    }
  } catch {
    // Nothing may be stored, or tabs cannot talk to each other: the page begins with what it has for strangers.
  }
}
