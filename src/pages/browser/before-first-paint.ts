// A classic script, which runs before the first paint and the modules but cannot import. It repeats the names of the
// key and the channel of token-store.ts and tabs.ts.
{
  const root = document.documentElement;
  /** Shows an outline if somebody seems to be logged in, until that is certain (rememberSession in page.ts). */
  const outline = () => {
    root.dataset.session ??= 'perhaps';
  };
  // As in passkey-support.ts: content that needs passkeys is shown from the first paint, or not at all.
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
  // As in base-path.ts.
  const base = document.querySelector<HTMLMetaElement>('meta[name="latchkey-base"]')?.content ?? '';
  try {
    // As in theme.ts. Other pages have no switch to change it.
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
    // Without storage or messages between tabs, the page starts as for a visitor who is not logged in.
  }
}
