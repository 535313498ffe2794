import { SETTINGS } from './settings.ts';

/** Names the file of settings; see environment.ts. */
export const ENV_FILE_VARIABLE = 'LATCHKEY_ENV_FILE';

const OWN = [...Object.keys(SETTINGS), ENV_FILE_VARIABLE];
/** Other software has variables that are named almost like these, and to misspell one of these does little harm. */
const COMMON = ['NODE_ENV', 'LOG_LEVEL', 'LOG_FORMAT'];
/** Shorter names are too near to names of others: PAGER, HOSTS, PORTS. */
const SHORTEST = 8;
const DISTINCT = OWN.filter((name) => name.length >= SHORTEST && !COMMON.includes(name));

const PREFIX = 'LATCHKEY_';

/**
 * The setting that must have been meant by a variable that is none: one letter too many, too few, wrong or swapped, other
 * underscores or case, or our name put before it. Undefined for what other software may have there.
 */
export function settingMeantBy(name: string): string | undefined {
  if (OWN.includes(name)) return undefined;
  const unprefixed = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  // For a service called latchkey-metrics, Kubernetes sets LATCHKEY_METRICS_PORT.
  if (Object.hasOwn(SETTINGS, unprefixed) && !unprefixed.endsWith('PORT')) return unprefixed;
  return DISTINCT.find((own) => bare(own) === bare(name) || isOneStepFrom(own, name));
}

const bare = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** One letter was left out, added, mistaken, or swapped with the next. */
function isOneStepFrom(right: string, given: string): boolean {
  if (Math.abs(right.length - given.length) > 1) return false;
  let at = 0;
  while (at < right.length && right[at] === given[at]) at += 1;
  const [rest, givenRest] = [right.slice(at), given.slice(at)];
  return (
    rest.slice(1) === givenRest.slice(1) ||
    rest === givenRest.slice(1) ||
    rest.slice(1) === givenRest ||
    (rest[0] === givenRest[1] && rest[1] === givenRest[0] && rest.slice(2) === givenRest.slice(2))
  );
}
