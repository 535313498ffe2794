import { DEVELOPMENT, type DefaultInputs } from '../declare/setting.ts';
import { completeSmtpUrl, faultOfSmtpPassword } from '../declare/url-formats.ts';
import { InvalidValue } from '../declare/value-formats.ts';
import { DECLARED_FEATURES } from '../features/declarations.ts';
import { basePathOf, faultOfAdminPath, faultOfBasePath } from './base-path.ts';
import type { Brand } from './brand.ts';
import { ConfigError, type Environment, MissingSetting } from './config-error.ts';
import { readCustomFields } from './custom-fields.ts';
import { type Features, featuresOf, offersCodes, SEALING_SETTINGS } from './features.ts';
import { type AccountFields, createFields } from './field-presence.ts';
import { suggestSetting } from './misspelled-settings.ts';
import { isSocketPath } from './operating-formats.ts';
import { readSecretFiles } from './secret-files.ts';
import { weaknessOfSecret } from './secret-strength.ts';
import { readSettingFile, settingError } from './setting-error.ts';
import {
  memberOf,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
  type SettingValues,
} from './settings.ts';

export { ConfigError, type Environment, MissingSetting };

/** Every setting, parsed (`PORT` is `port`, see settings.ts), and values derived from them. */
export interface Config extends SettingValues {
  readonly production: boolean;
  readonly hardened: boolean;
  /** Set in development without a configured key or secret, see keys/generated-signing-secret.ts. */
  readonly needsGeneratedSecret: boolean;
  readonly keysDirIsSet: boolean;
  readonly features: Features;
  readonly fields: AccountFields;
  /** The address for traces; undefined: none are sent. */
  readonly tracesUrl: string | undefined;
  readonly tokenIssuerIsChecked: boolean;
  readonly hashPrefetch: number;
  /** The path that everything is served below, such as `/auth`; '' for none. */
  readonly basePath: string;
  readonly brand: Brand;
  /** The settings that are set explicitly, even to their default. */
  readonly given: readonly SettingName[];
  /** The files that secrets were read from. */
  readonly secretFiles: ReadonlyMap<string, string>;
  /** The default values. */
  readonly defaults: ReadonlyMap<SettingName, unknown>;
}

export function readConfig(raw: Environment, cores: number): Config {
  refuseTypos(raw);
  const { environment, secretFiles } = readSecretFiles(raw);
  const given = new Map(
    SETTING_NAMES.map((name) => [name, parseSetting(environment, name, cores, secretFiles.has(name))]),
  );
  const inputs = defaultInputs(given, cores);
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => [memberOf(name), effectiveValue(given, name, inputs)]),
  ) as unknown as SettingValues;
  const { production, hardened } = inputs;
  if (production) refuseMissing(given);
  if (production) refuseWeakSecrets(values);
  refuseContradictions(values);
  const hasDataKeys = !production || values.dataKeys.length > 0;
  const circumstances = { ...inputs, canSeal: hasDataKeys, basePath: basePathOf(values) };
  for (const { fault: faultOf } of DECLARED_FEATURES) {
    const [name, wrong] = faultOf?.(values as never, circumstances) ?? [];
    if (wrong !== undefined) throw settingError(name as SettingName, wrong);
  }
  for (const name of SEALING_SETTINGS) {
    if (given.get(name as SettingName) === true && !hasDataKeys)
      throw settingError('DATA_KEYS', `is required in production with ${name}=on`);
  }
  const features = featuresOf(values, hasDataKeys);
  const { otelExporterOtlpEndpoint: collector } = values;
  if (values.secondFactor !== 'optional' && !offersCodes(features)) {
    throw settingError('SECOND_FACTOR', 'needs authenticator apps: set DATA_KEYS, and do not switch TOTP off');
  }
  return Object.freeze({
    ...values,
    smtpUrl: completeSmtpUrl(values),
    production,
    hardened,
    needsGeneratedSecret: isMissing(given, 'SIGNING_SECRET'),
    keysDirIsSet: isGiven(given, 'KEYS_DIR'),
    features,
    fields: fieldsOf(values),
    tracesUrl: values.otelExporterOtlpTracesEndpoint ?? (collector && `${collector}/v1/traces`),
    tokenIssuerIsChecked: isGiven(given, 'TOKEN_ISSUER'),
    // Queues one more job if hashing uses every thread of the pool (see start.js).
    hashPrefetch: cores > 1 && values.hashConcurrency >= cores ? 1 : 0,
    basePath: basePathOf(values),
    brand: brandOf(values),
    given: SETTING_NAMES.filter((name) => given.get(name) !== undefined),
    secretFiles,
    defaults: new Map(SETTING_NAMES.map((name) => [name, SETTINGS[name].defaultFor(inputs)])),
  });
}

/** Parsed settings by name; undefined if not set. */
type Given = ReadonlyMap<string, unknown>;

const effectiveValue = <N extends SettingName>(given: Given, name: N, inputs: DefaultInputs): SettingValue<N> =>
  (given.get(name) ?? SETTINGS[name].defaultFor(inputs)) as SettingValue<N>;

function defaultInputs(given: Given, cores: number): DefaultInputs {
  const effective = <N extends SettingName>(name: N) => effectiveValue(given, name, DEVELOPMENT);
  return {
    production: effective('NODE_ENV') === 'production',
    hardened: effective('PROFILE') === 'hardened',
    dataDir: effective('DATA_DIR'),
    workers: effective('WORKERS'),
    isGiven: (name) => isGiven(given, name),
    cores,
  };
}

/** Whether a setting has a value; an empty list counts as not set. */
function isGiven(given: Given, name: string): boolean {
  const value = given.get(name);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** True if neither this setting nor an alternative is set. */
const isMissing = (given: Given, name: SettingName): boolean =>
  ![name, ...SETTINGS[name].unlessGiven].some((one) => isGiven(given, one));

/** An empty value counts as not set, as in Docker Compose files. */
function parseSetting(environment: Environment, name: SettingName, cores: number, isFromFile: boolean) {
  const text = environment[name]?.trim();
  if (text === undefined || text === '') return undefined;
  try {
    return SETTINGS[name].format.parse(text, cores);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    // Any address may contain a password, and a wrong file may contain another secret.
    const quoted = isFromFile ? error.message.replaceAll(/".*"/gs, 'what is in its file') : error.message;
    throw settingError(name, quoted.replaceAll(/:\/\/[^"]*@/g, '://***@'));
  }
}

/** A misspelled setting is an error: otherwise, its default would silently apply. */
function refuseTypos(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    const meant = value?.trim() ? suggestSetting(name) : undefined;
    if (meant) throw new ConfigError(`Unknown setting ${name}. Did you mean ${meant}? Rename it, or remove it.`);
  }
}

function refuseMissing(given: Given): void {
  const missing = SETTING_NAMES.find((name) => SETTINGS[name].requiredInProduction && isMissing(given, name));
  if (missing) throw new MissingSetting(settingError(missing, 'is required in production').message);
}

function refuseWeakSecrets({ signingSecret, signingSecrets, dataKeys }: SettingValues): void {
  const weakness = signingSecret !== undefined && weaknessOfSecret(signingSecret);
  if (weakness) throw settingError('SIGNING_SECRET', weakness);
  for (const [name, secrets] of [
    ['SIGNING_SECRETS', signingSecrets],
    ['DATA_KEYS', dataKeys],
  ] as const) {
    for (const { kid, secret } of secrets) {
      const weaknessOfOne = weaknessOfSecret(secret);
      if (weaknessOfOne) throw settingError(name, `has a secret ${kid} that ${weaknessOfOne}`);
    }
  }
}

function refuseContradictions(values: SettingValues): void {
  const wrongPassword = faultOfSmtpPassword(values);
  if (wrongPassword !== undefined) throw settingError('SMTP_PASSWORD', wrongPassword);
  const wrongPath = faultOfBasePath(values);
  if (wrongPath !== undefined) throw settingError('FRONTEND_URL', wrongPath);
  const wrongAdminPath = faultOfAdminPath(values);
  if (wrongAdminPath !== undefined) throw settingError('ADMIN_URL', wrongAdminPath);
  const { workers, databaseUrl, port, metricsPort, adminPort, logoUrl, logoDarkUrl, mailLogo, mailLogoDark } = values;
  if (workers > 1 && databaseUrl.kind === 'sqlite' && databaseUrl.path === ':memory:') {
    throw settingError(
      'DATABASE_URL',
      'must be a file if WORKERS is above 1: each worker would have a separate database',
    );
  }
  const isSocket = isSocketPath(values.host);
  if (isSocket && values.frontendUrl === undefined)
    throw settingError('FRONTEND_URL', 'is required where HOST is a socket: links need an address');
  const ports = [metricsPort, ...(isSocket ? [] : [port])];
  if (!isSocket && metricsPort === port) throw settingError('METRICS_PORT', 'must be another port than PORT');
  if (adminPort !== undefined && ports.includes(adminPort))
    throw settingError('ADMIN_PORT', 'must be another port than PORT and METRICS_PORT');
  if (logoDarkUrl !== undefined && logoUrl === undefined)
    throw settingError('LOGO_DARK_URL', 'needs LOGO_URL beside it');
  if (values.termsVersion !== undefined && values.termsUrl === undefined)
    throw settingError('TERMS_URL', 'is required with TERMS_VERSION: people have to know what they accept');
  if (mailLogoDark !== undefined && mailLogo === undefined)
    throw settingError('MAIL_LOGO_DARK', 'needs MAIL_LOGO beside it');
  if (values.sessions === 'many' && values.sessionLifetimeMs < values.refreshTokenTtlMs) {
    throw settingError('SESSION_LIFETIME', 'must be at least REFRESH_TOKEN_TTL, the time that a session may go unused');
  }
}

const brandOf = (values: SettingValues): Brand =>
  Object.freeze({
    productName: values.productName,
    initial: ([...values.productName][0] ?? '').toUpperCase(),
    color: values.brandColor,
    supportEmail: values.supportEmail,
    logoUrl: values.logoUrl,
    logoDarkUrl: values.logoDarkUrl,
    faviconUrl: values.faviconUrl,
    termsUrl: values.termsUrl,
    privacyUrl: values.privacyUrl,
  });

const MAX_FIELDS_KIBIBYTES = 64;

function fieldsOf({ profileFields, phoneNumbers, fieldsFile: path }: SettingValues): AccountFields {
  // Decoded without the byte order mark with which some editors begin a file.
  const read = (file: string) => new TextDecoder().decode(readSettingFile('FIELDS_FILE', file, MAX_FIELDS_KIBIBYTES));
  try {
    return createFields(profileFields, path ? readCustomFields(path, read(path)) : [], phoneNumbers === 'shared');
  } catch (error) {
    throw error instanceof InvalidValue ? settingError('FIELDS_FILE', error.message) : error;
  }
}
