import { createStore } from './components/store.ts';
import { storageOf } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** before-first-paint.ts repeats this name. */
const KEY = 'latchkey.theme';
const root = document.documentElement;

const chosen = createStore<{ readonly theme: Theme }>({
  theme: THEMES.find((theme) => theme === root.dataset.theme) ?? 'system',
});

/** The theme chosen in this browser, for components. */
export const useTheme = (): Theme => chosen.use().theme;

export const isDark = (): boolean =>
  chosen.get().theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen.get().theme === 'dark';

export function chooseTheme(theme: Theme): void {
  chosen.set({ theme });
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const storage = storageOf('localStorage');
  if (theme === 'system') storage?.removeItem(KEY);
  else storage?.setItem(KEY, theme);
}
