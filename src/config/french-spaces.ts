/**
 * Inserts no-break spaces before ? ! : ; » and after «, so that no line begins with such a mark. The source has plain
 * spaces, because no-break spaces look the same in an editor and are easily lost.
 */
export function withFrenchSpaces<T>(texts: T): T {
  if (typeof texts === 'string') return texts.replaceAll(/ (?=[?!:;»])|(?<=«) /g, '\u00a0') as T;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, withFrenchSpaces(value)])) as T;
}
