import { readFileSync } from 'node:fs';

export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** Whether one version is newer than another, both of the form 1.2.3. */
export function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const differing = ours.findIndex((part, at) => part !== theirs[at]);
  return differing >= 0 && (ours[differing] ?? 0) > (theirs[differing] ?? 0);
}
