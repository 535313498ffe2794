/**
 * What the browser keeps for us; undefined where it is told to keep nothing: there the mere name throws, or any write.
 */
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
