import type { Logger } from 'pino';
import { canonicalEmail } from '../accounts/email-address.ts';
import { createChallenges } from '../accounts/factors/passkeys/challenges.ts';
import type { RelyingParty } from '../accounts/factors/passkeys/relying-party.ts';
import { createBreachNotices } from '../accounts/passwords/breached-notice.ts';
import type { IsBreached } from '../accounts/passwords/breached-passwords.ts';
import { createFindWarning } from '../accounts/passwords/guessable-passwords.ts';
import { createPasswords, type HashingCost } from '../accounts/passwords/password-hashing.ts';
import { createActiveUsers } from '../accounts/sign-in/active-users.ts';
import { sessionPolicy } from '../accounts/sign-in/session-policy.ts';
import { createStandIns } from '../accounts/sign-in/stand-ins.ts';
import { createThrottle } from '../accounts/sign-in/throttle.ts';
import type { Config } from '../config/config.ts';
import { identityProvidersOf } from '../config/identity-settings.ts';
import type { Languages } from '../config/languages.ts';
import { clientPolicyOf } from '../config/openid-settings.ts';
import { passkeyParty } from '../config/passkey-settings.ts';
import { settingsInForce } from '../config/settings-in-force.ts';
import type { GuardedFetch } from '../deliveries/guarded-fetch.ts';
import { clientNetwork } from '../http/client-address.ts';
import { createProviderFlow } from '../identities/provider-flow.ts';
import { createProviderFetch } from '../identities/provider-metadata.ts';
import { providerOf } from '../identities/providers.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import { isWithin } from '../lib/is-within.ts';
import type { Timers } from '../lib/timers.ts';
import { VERSION } from '../lib/version.ts';
import { createEmailPreview } from '../mail/render/email-preview.ts';
import type { Tracing } from '../monitoring/tracing/tracing.ts';
import { createOpenId } from '../openid/openid.ts';
import { createLiveAudit } from '../operations/admin/audit/live-audit.ts';
import { createExports } from '../operations/one-export-at-a-time.ts';
import type { SharedServices } from '../operations/services.ts';
import type { SharedStore } from '../store/commit.ts';
import { createAccountTotals } from '../store/tables/account-totals.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { Mail } from './create-mail.ts';

interface ServicesParts {
  readonly config: Config;
  readonly signingKeys: SigningKeyRing;
  readonly db: SharedStore;
  readonly tokens: SignedTokens;
  readonly dataKeys: DataKeys;
  readonly mail: Mail;
  readonly languages: Languages;
  readonly frontendUrl: () => string;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly hashingCost: HashingCost | undefined;
  readonly isBreached: IsBreached | undefined;
  readonly settingsFile: SettingsFile | undefined;
  readonly tracing: Tracing | undefined;
  readonly providerFetch: GuardedFetch | undefined;
}

/** The settings file, and the names of its settings, for display in the administration. */
export interface SettingsFile {
  readonly path: string | undefined;
  readonly names: ReadonlySet<string>;
}

export function createServices(parts: ServicesParts): SharedServices {
  const {
    config,
    signingKeys,
    db,
    tokens,
    dataKeys,
    languages,
    frontendUrl,
    log,
    nowMs,
    timers,
    hashingCost,
    settingsFile,
  } = parts;
  const { messages, worker } = parts.mail;
  const relyingParty = (): RelyingParty => {
    const { id = '', origins = [] } = passkeyParty(config, frontendUrl()) ?? {};
    return { id, origins, name: config.brand.productName };
  };
  const passwords = createPasswords({
    concurrency: config.hashConcurrency,
    prefetch: config.hashPrefetch,
    maxWaiting: config.hashQueue,
    clientAt: clientNetwork,
    ...(hashingCost && { cost: hashingCost }),
    importPepper: config.importPepper,
    onUnreadableHash: (userId, reason) =>
      log.error({ userId, reason }, 'the stored password hash of this account cannot be read: every password is wrong'),
  });
  return {
    db,
    tokens,
    features: config.features,
    fields: config.fields,
    passwords: parts.tracing?.passwords(passwords) ?? passwords,
    standIns: createStandIns(db),
    throttle: createThrottle(db, {
      failedLogins: config.maxFailedLogins,
      emailBurst: config.maxEmailBurst,
      clientAt: clientNetwork,
    }),
    dataKeys,
    passkeys: {
      relyingParty,
      challenges: createChallenges(dataKeys, nowMs),
      counters: { right: 0, unknown: 0 },
    },
    identities: createProviderFlow({
      ...{ providers: identityProvidersOf(config).map(providerOf), dataKeys, frontendUrl, nowMs, log },
      clientAt: clientNetwork,
      fetch: parts.providerFetch ?? createProviderFetch(config),
    }),
    identityLinking: config.identityLinking,
    maxFailedCodes: config.maxFailedCodes,
    codeCounters: { right: 0, refused: 0 },
    apiKeyCounters: { accepted: 0, malformed: 0, unknown: 0, expired: 0, orphaned: 0, network: 0, scope: 0 },
    secondFactorPolicy: config.secondFactor,
    clientPolicy: () => clientPolicyOf(config, frontendUrl()),
    system: {
      signingKeys,
      checkDatabase: () => db.check(),
      languages: languages.all,
      previewEmail: createEmailPreview(messages, frontendUrl, nowMs),
      settings: { all: settingsInForce(config, settingsFile?.names ?? new Set()), file: settingsFile?.path },
      mail: { server: config.smtpUrl && new URL(config.smtpUrl).host, isDown: worker.isServerDown },
      version: VERSION,
      startedAtMs: nowMs(),
      workers: config.workers,
    },
    openId: createOpenId({
      ...{ db, keys: signingKeys, nowMs, log, mcpResources: config.mcpResources },
      isAddressAllowed: isWithin(config.deliveryNetworks),
      basePath: config.basePath,
      fields: config.fields,
      secondFactorPolicy: config.secondFactor,
      issuer: () => (config.tokenIssuerIsChecked ? config.tokenIssuer : frontendUrl()),
      accessTokenTtlMs: config.accessTokenTtlMs,
      refreshTokenTtlMs: config.refreshTokenTtlMs,
      sessionTtlMs: config.features.manySessions ? config.sessionLifetimeMs : config.refreshTokenTtlMs,
    }),
    registrationPolicy: config,
    firstAdminEmail: config.firstAdminEmail && (canonicalEmail(config.firstAdminEmail) ?? config.firstAdminEmail),
    productName: config.brand.productName,
    breachNotices: createBreachNotices({ db, log, isBreached: parts.isBreached }),
    findPasswordWarning: createFindWarning(parts.isBreached),
    sessionPolicy: sessionPolicy(config),
    activeUsers: createActiveUsers(nowMs),
    totals: createAccountTotals(db, nowMs),
    liveAudit: createLiveAudit(db, timers),
    exports: createExports(),
    recentLoginMs: config.freshLoginMs,
    nowMs,
    deletionGraceMs: config.deletionGraceMs,
    actAsUserMs: config.features.actAsUser ? config.actAsUserLifetimeMs : 0,
    hardened: config.hardened,
    hidesAccounts: config.hardened || !config.features.registration,
    defaultLanguage: languages.fallback,
    notifyPasswordChange: config.notifyPasswordChange,
    notifyNewDevice: config.notifyNewDevice,
  };
}
