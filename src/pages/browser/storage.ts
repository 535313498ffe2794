/** The browser's storage; undefined if it is blocked, in which case reading the property or writing throws. */
export function storageOf(name: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    const storage = window[name];
    storage.setItem('latchkey.probe', '');
    storage.removeItem('latchkey.probe');
    return storage;
  } catch {
    return undefined;
  }
}
