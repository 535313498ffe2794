import { addressOf, carried } from '../../pages/browser/page.ts';
import { CONSOLE_SCREENS, type ScreenName } from '../console-paths.ts';

/** The address of a screen, in the current language. */
export function screenAddress(screen: ScreenName, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(carried)), ...parameters });
  return addressOf(CONSOLE_SCREENS[screen].path, query.toString());
}

export const userPage = (id: number): string => screenAddress('user').replace(':id', String(id));
