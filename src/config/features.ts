import type { DeclaredFeature } from '../declare/feature.ts';
import { DECLARED_FEATURES, type FeatureName } from '../features/declarations.ts';
import { memberOf, type SettingName, type SettingValues } from './settings.ts';

interface CoreFeatures {
  /** PAGES: hosted pages. */
  readonly pages: boolean;
  /** ADMIN: the administration and, with pages, its console. Off on the public server where ADMIN_PORT is set. */
  readonly admin: boolean;
  /** DOCS: the reference at /docs. */
  readonly reference: boolean;
  /** REGISTRATION=open: people create accounts for themselves. */
  readonly registration: boolean;
  /** TERMS_VERSION: people accept the terms. */
  readonly terms: boolean;
  /** SESSIONS=many: accounts have a list of devices. */
  readonly manySessions: boolean;
  /** ADMIN_EMAIL_CHANGE=at-once: administrators may change an address that its owner has not confirmed. */
  readonly emailChangesAtOnce: boolean;
}

/**
 * The features that are switched on. Operations, pages, console, reference and discovery check these, never a setting.
 */
export type Features = CoreFeatures & Readonly<Record<FeatureName, boolean>>;

/** `canSeal`: there are data keys. */
export const featuresOf = (settings: SettingValues, canSeal: boolean): Features => ({
  pages: settings.pages,
  admin: settings.admin,
  reference: settings.docs,
  registration: settings.registration === 'open',
  terms: settings.termsVersion !== undefined,
  ...foldersOf(settings, canSeal),
  manySessions: settings.sessions === 'many',
  emailChangesAtOnce: settings.adminEmailChange === 'at-once',
});

/** The features with a folder in `features/`. */
const foldersOf = (settings: SettingValues, canSeal: boolean) =>
  Object.fromEntries(
    DECLARED_FEATURES.map(({ name, onWith, sealsData, lacks }) => [
      name,
      typeof onWith === 'function'
        ? onWith(settings as never)
        : (settings[memberOf(onWith as SettingName) as keyof SettingValues] ??
          ((canSeal || !sealsData) && lacks?.(settings as never) === undefined)),
    ]),
  ) as Record<FeatureName, boolean>;

/** The enabled feature with apps of users, if any. */
export const featureWithApps = (features: Features): DeclaredFeature | undefined =>
  DECLARED_FEATURES.find(({ name, anyApp }) => anyApp !== undefined && features[name as FeatureName]);

const SEALING = DECLARED_FEATURES.filter(({ sealsData }) => sealsData);

/** The settings of features that seal data with the data keys. */
export const SEALING_SETTINGS = SEALING.flatMap(({ onWith }) => (typeof onWith === 'string' ? onWith : []));

/** Whether an enabled feature seals data. */
export const sealsData = (features: Features): boolean => SEALING.some(({ name }) => features[name as FeatureName]);

/** Whether owners can add a second factor with codes. */
export const offersCodes = (features: Features): boolean =>
  DECLARED_FEATURES.some(
    ({ name, credentials = {} }) =>
      features[name as FeatureName] && Object.values(credentials).some(({ factor }) => typeof factor?.bit === 'number'),
  );
