import type { Brand } from './brand.ts';
import { settingMeantBy } from './misspelt-settings.ts';
import { type Basis, DEVELOPMENT } from './setting.ts';
import { Wrong } from './setting-formats.ts';
import {
  memberOf,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
  type SettingValues,
} from './settings.ts';
import { weaknessOfSecret } from './signing-secret.ts';

/** Something the operator must mend; the message is one line and says how. */
export class ConfigError extends Error {}

/** Settings as they were given, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting by its own name (`PORT` is `port`, see settings.ts), and what follows from them. */
export interface Config extends SettingValues {
  readonly production: boolean;
  readonly hardened: boolean;
  /** In development, where nothing else can sign: main makes a secret and keeps it. */
  readonly needsGeneratedSecret: boolean;
  readonly keysDirIsSet: boolean;
  readonly tokenIssuerIsChecked: boolean;
  readonly hashesAhead: number;
  readonly brand: Brand;
}

export function readConfig(environment: Environment, cores: number): Config {
  refuseMisspelt(environment);
  const given = new Map(SETTING_NAMES.map((name) => [name, parseSetting(environment, name, cores)]));
  const basis = basisOf(given, cores);
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => [memberOf(name), settledValue(given, name, basis)]),
  ) as unknown as SettingValues;
  const { production, hardened } = basis;
  if (production) refuseMissing(given);
  if (production) refuseWeakSecrets(values);
  refuseContradictions(values);
  return Object.freeze({
    ...values,
    production,
    hardened,
    needsGeneratedSecret: isMissing(given, 'SIGNING_SECRET'),
    keysDirIsSet: isGiven(given, 'KEYS_DIR'),
    tokenIssuerIsChecked: isGiven(given, 'TOKEN_ISSUER'),
    // The entry starts a thread for each core, and never less than two: only where all of them hash does one more wait its turn.
    hashesAhead: cores > 1 && values.hashConcurrency >= cores ? 1 : 0,
    brand: brandOf(values),
  });
}

/** What the operator gave, parsed; undefined where nothing was. */
type Given = ReadonlyMap<string, unknown>;

const settledValue = <N extends SettingName>(given: Given, name: N, basis: Basis): SettingValue<N> =>
  (given.get(name) ?? SETTINGS[name].defaultFor(basis)) as SettingValue<N>;

function basisOf(given: Given, cores: number): Basis {
  const settled = <N extends SettingName>(name: N) => settledValue(given, name, DEVELOPMENT);
  return {
    production: settled('NODE_ENV') === 'production',
    hardened: settled('PROFILE') === 'hardened',
    dataDir: settled('DATA_DIR'),
    workers: settled('WORKERS'),
    cores,
  };
}

/** A list that is said to be empty gives nothing. */
function isGiven(given: Given, name: string): boolean {
  const value = given.get(name);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Neither this setting is given nor one that does in its place. */
const isMissing = (given: Given, name: SettingName): boolean =>
  ![name, ...SETTINGS[name].unlessGiven].some((one) => isGiven(given, one));

/** An empty value counts as not set, as it does in container files. */
function parseSetting(environment: Environment, name: SettingName, cores: number) {
  const text = environment[name]?.trim();
  if (text === undefined || text === '') return undefined;
  try {
    return SETTINGS[name].format.parse(text, cores);
  } catch (error) {
    if (error instanceof Wrong) throw refusal(name, error.message);
    throw error;
  }
}

/** What is misspelt would otherwise be as if it were not there, and something else would be used in its place. */
function refuseMisspelt(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    const meant = value?.trim() ? settingMeantBy(name) : undefined;
    if (meant) throw new ConfigError(`${name} is no setting: is ${meant} meant? Rename it, or remove it.`);
  }
}

function refuseMissing(given: Given): void {
  const missing = SETTING_NAMES.find((name) => SETTINGS[name].requiredInProduction && isMissing(given, name));
  if (missing) throw refusal(missing, 'is required in production');
}

function refuseWeakSecrets({ signingSecret, signingSecrets }: SettingValues): void {
  const weakness = signingSecret !== undefined && weaknessOfSecret(signingSecret);
  if (weakness) throw refusal('SIGNING_SECRET', weakness);
  for (const { kid, secret } of signingSecrets) {
    const weaknessOfOne = weaknessOfSecret(secret);
    if (weaknessOfOne) throw refusal('SIGNING_SECRETS', `has a secret ${kid} that ${weaknessOfOne}`);
  }
}

function refuseContradictions({ workers, databaseUrl, port, metricsPort }: SettingValues): void {
  if (workers > 1 && databaseUrl.kind === 'sqlite' && databaseUrl.path === ':memory:') {
    throw refusal('DATABASE_URL', 'must be a file for more than one of WORKERS: each would have a database of its own');
  }
  if (metricsPort === port) throw refusal('METRICS_PORT', 'must be another port than PORT');
}

const brandOf = ({ productName, brandColor, supportEmail, logoUrl, termsUrl, privacyUrl }: SettingValues): Brand =>
  Object.freeze({ productName, color: brandColor, supportEmail, logoUrl, termsUrl, privacyUrl });

const refusal = (name: SettingName, wrong: string) =>
  new ConfigError(`${name} ${wrong}. Example: ${name}=${SETTINGS[name].example}`);
