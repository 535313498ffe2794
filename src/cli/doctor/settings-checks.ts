import { createLanguages } from '../../config/languages.ts';
import type { SettingName } from '../../config/settings.ts';
import { availableLanguages, readTextsFolder } from '../../config/texts-folder.ts';
import { unavailableFeatures, warningsOf } from '../../config/warnings.ts';
import { DECLARED_FEATURES, type FeatureName } from '../../features/declarations.ts';
import { readMailLogos } from '../../mail/render/logo.ts';
import { readTemplates } from '../../mail/render/template-overrides.ts';
import { readCustomCss } from '../../pages/custom-css.ts';
import { explainError, isOperatorError } from '../explain-error.ts';
import { type DoctorContext, type Findings, fault, ok, warning } from '../framework/finding.ts';
import { counted } from '../framework/print.ts';

/** Checks files named by settings, and values that are allowed but rarely intended. */
export function checkSettings({ config, settingsFile: { path } }: DoctorContext): Findings {
  try {
    const languages = createLanguages(availableLanguages(readTextsFolder(config.textsDir), config.languages));
    readMailLogos(config);
    if (config.mailTemplatesDir !== undefined) readTemplates(config.mailTemplatesDir, languages.all);
    if (config.customCss !== undefined) readCustomCss(config.customCss);
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return [fault(explainError(error), 'correct the file, or remove the setting')];
  }
  const from = path === undefined ? 'the environment' : `${path} and the environment`;
  const mode = config.production ? 'production' : 'development (NODE_ENV is not production)';
  return [
    ok(`${counted(config.given.length, 'setting')} of ${from}, for ${mode}`),
    ...warningsOf(config).map((line) => warning(line, 'see docs/configuration.md')),
  ];
}

/** Lists what is switched off, and by which setting. */
export function checkFeatures({ config }: DoctorContext): Findings {
  const { features, given } = config;
  const reasons: readonly (readonly [isOn: boolean, what: string, why: string])[] = [
    [features.pages, 'hosted pages', 'PAGES=off'],
    [features.admin, 'the administration', 'ADMIN=off'],
    [
      features.reference,
      'the reference at /docs',
      given.includes('DOCS') ? 'DOCS=off' : 'off by default in production',
    ],
    ...DECLARED_FEATURES.flatMap((one) => {
      if (one.title === undefined || typeof one.onWith !== 'string') return [];
      const isUnavailable = unavailableFeatures(config).includes(one);
      const off = given.includes(one.onWith as SettingName) ? `${one.onWith}=off` : `${one.onWith} is not on`;
      const why = isUnavailable ? (one.lacks?.(config as never) ?? 'DATA_KEYS is not set') : off;
      return [[features[one.name as FeatureName], one.title, why] as const];
    }),
    [config.metricsPort !== undefined, 'metrics', 'METRICS_PORT is not set'],
    [config.smtpUrl !== undefined, 'real e-mails', 'SMTP_URL is not set'],
    [config.breachedPasswords !== 'off', 'looking for breached passwords', 'BREACHED_PASSWORDS=off'],
    [config.maxFailedLogins > 0, 'the limit of wrong passwords', 'MAX_FAILED_LOGINS=0'],
    [config.maxFailedCodes > 0, 'the limit of wrong codes', 'MAX_FAILED_CODES=0'],
  ];
  const off = reasons.filter(([isOn]) => !isOn).map(([, what, why]) => ok(`${what}: off, because ${why}`));
  return off.length > 0 ? off : [ok('nothing')];
}
