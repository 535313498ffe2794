import { below } from '../../pages/browser/base-path.ts';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { CONSOLE_SCREENS, type ScreenName } from '../console-paths.ts';

/** The address of a screen, in the current language. */
export function screenAddress(screen: ScreenName, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(carried)), ...parameters });
  return addressOf(CONSOLE_SCREENS[screen].path, query.toString());
}

export const userPage = (id: number): string => screenAddress('user').replace(':id', String(id));

/** The screen at a path, which this deployment may not have. */
export function screenAt(pathname: string): ScreenName | undefined {
  const parts = pathname.split('/');
  return (Object.keys(CONSOLE_SCREENS) as ScreenName[]).find((name) => {
    const pattern = below(CONSOLE_SCREENS[name].path).split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
  });
}
