import { SECRET_NAMES, SETTINGS } from './settings.ts';

/** The variable that names the environment file; see environment.ts. */
export const ENV_FILE_VARIABLE = 'LATCHKEY_ENV_FILE';

const OWN = [...Object.keys(SETTINGS), ...SECRET_NAMES.map((name) => `${name}_FILE`), ENV_FILE_VARIABLE];
/** Not checked: other software has variables with similar names, and a typo in these does little harm. */
const COMMON = ['NODE_ENV', 'LOG_LEVEL', 'LOG_FORMAT', 'HOST', 'PORT'];
const CHECKED = OWN.filter((name) => !COMMON.includes(name));
/** Variables of other software that are one letter away from a setting. */
const FOREIGN = ['HOSTS', 'PAGE', 'PAGER', 'PROFILES', 'WORKER'];
/**
 * The shortest name that is compared regardless of case: shorter ones are common words in lower case, such as
 * `profile`.
 */
const MIN_LENGTH_IN_ANY_CASE = 8;

const PREFIX = 'LATCHKEY_';

/**
 * Suggests the setting for a misspelled variable: edit distance one (Damerau-Levenshtein), other underscores or case,
 * or the prefix LATCHKEY_. Undefined for variables that may belong to other software.
 */
export function suggestSetting(name: string): string | undefined {
  if (OWN.includes(name) || FOREIGN.includes(name)) return undefined;
  const unprefixed = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  // For a service called latchkey-metrics, Kubernetes sets LATCHKEY_METRICS_PORT.
  if (Object.hasOwn(SETTINGS, unprefixed) && !unprefixed.endsWith('PORT')) return unprefixed;
  const fromFile = settingOfFile(name);
  if (fromFile) return fromFile;
  const isSame = (own: string) => own.length >= MIN_LENGTH_IN_ANY_CASE && normalized(own) === normalized(name);
  return CHECKED.find((own) => isSame(own) || isOneEditFrom(own, name));
}

/**
 * The setting that `<NAME>_FILE` or a credential names although it is not a secret. Only secrets can be read from
 * files.
 */
function settingOfFile(name: string): string | undefined {
  const setting = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : '';
  return setting.includes('_') ? CHECKED.find((own) => own === setting) : undefined;
}

const normalized = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** Whether one letter was deleted, inserted, replaced, or swapped with the next. */
export function isOneEditFrom(right: string, typed: string): boolean {
  if (Math.abs(right.length - typed.length) > 1) return false;
  let at = 0;
  while (at < right.length && right[at] === typed[at]) at += 1;
  const [rest, givenRest] = [right.slice(at), typed.slice(at)];
  return (
    rest.slice(1) === givenRest.slice(1) ||
    rest === givenRest.slice(1) ||
    rest.slice(1) === givenRest ||
    (rest[0] === givenRest[1] && rest[1] === givenRest[0] && rest.slice(2) === givenRest.slice(2))
  );
}
