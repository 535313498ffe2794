import type { DeclaredFeature } from '../declare/feature.ts';
import { DECLARED_FEATURES, type FeatureName } from '../features/declarations.ts';
import { isTrustedByBrowsers } from '../lib/loopback.ts';
import type { Config } from './config.ts';
import type { SettingName } from './settings.ts';

/** Values that are allowed but rarely intended: one line each, logged at start. */
export const warningsOf = (config: Config): string[] => [
  ...withoutDataKeys(config),
  ...withoutTls(config),
  ...anyProxy(config),
];

/** Features that would be on by default, but cannot be. */
export const unavailableFeatures = ({ features, given, defaults }: Config): readonly DeclaredFeature[] =>
  DECLARED_FEATURES.filter(({ name, onWith }) => {
    const setting = onWith as SettingName;
    return (
      typeof onWith === 'string' &&
      !features[name as FeatureName] &&
      !given.includes(setting) &&
      defaults.get(setting) === undefined
    );
  });

function withoutDataKeys(config: Config): string[] {
  const { production, dataKeys } = config;
  if (!production || dataKeys.length > 0) return [];
  const off = unavailableFeatures(config).map(({ title }) => title);
  if (off.length === 0) return [];
  return [`${off.join(' and ')} are off, because DATA_KEYS is not set: see docs/second-factors.md`];
}

/** Without https, mailed links expose tokens, and browsers offer less except on localhost. */
function withoutTls({ production, frontendUrl }: Config): string[] {
  const { protocol, hostname } = new URL(frontendUrl ?? 'https://unknown.invalid');
  if (!production || protocol === 'https:' || isTrustedByBrowsers(hostname)) return [];
  return [`FRONTEND_URL is not https: passwords and the tokens of mailed links cross the network unencrypted`];
}

function anyProxy({ trustProxy }: Config): string[] {
  const all = trustProxy.find((network) => network.endsWith('/0'));
  if (all === undefined) return [];
  return [
    `TRUST_PROXY=${all} trusts X-Forwarded-For from every client, so limits per address can be evaded. Name your ` +
      'proxies',
  ];
}
