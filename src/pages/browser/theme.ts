import { createStore } from './components/store.ts';
import { storageOf } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Repeated in before-first-paint.ts, which puts it on the page before anything is painted. */
const KEY = 'latchkey.theme';
const root = document.documentElement;

const chosen = createStore<{ readonly theme: Theme }>({
  theme: THEMES.find((theme) => theme === root.dataset.theme) ?? 'system',
});

/** For components: the theme that was chosen in this browser. */
export const useTheme = (): Theme => chosen.use().theme;

/** Whether the page is dark now. */
export const isDark = (): boolean =>
  chosen.get().theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen.get().theme === 'dark';

/** Kept for this browser. */
export function chooseTheme(theme: Theme): void {
  chosen.set({ theme });
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const storage = storageOf('localStorage');
  if (theme === 'system') storage?.removeItem(KEY);
  else storage?.setItem(KEY, theme);
}
