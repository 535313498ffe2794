import { auditItem } from '../administration/audit-schemas.ts';
import { createExports } from '../api/one-export-at-a-time.ts';
import type { SharedServices } from '../api/services.ts';
import { effectiveSettings } from '../config/effective-settings.ts';
import { canonicalEmail } from '../core/email-address.ts';
import { createBreachNotices } from '../core/passwords/breached-notice.ts';
import { createFindWarning } from '../core/passwords/common-passwords.ts';
import { createPasswords } from '../core/passwords/password-hashing.ts';
import { createActiveUsers } from '../core/sign-in/active-users.ts';
import { createDecoyHashes } from '../core/sign-in/decoy-hash.ts';
import { sessionPolicy } from '../core/sign-in/session-policy.ts';
import { createThrottle } from '../core/sign-in/throttle.ts';
import { FEATURES } from '../features/index.ts';
import type { FeatureServices } from '../features/services.ts';
import { clientNetwork } from '../http/client-address.ts';
import { VERSION } from '../lib/version.ts';
import { createEmailPreview } from '../mail/render/email-preview.ts';
import { createLiveAudit } from '../store/audit/live.ts';
import type { SharedStore } from '../store/commit.ts';
import { createAccountTotals } from '../store/tables/account-totals.ts';
import type { AppContext } from './app-context.ts';
import type { Mail } from './create-mail.ts';

export function createServices(context: AppContext, db: SharedStore, mail: Mail): SharedServices {
  const { config, signingKeys, tokens, dataKeys, languages, frontendUrl, log, nowMs, isBreached } = context;
  const { hashingCost, settingsFile, tracing } = context;
  const { messages, worker } = mail;
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
    passwords: tracing?.passwords(passwords) ?? passwords,
    decoyHashes: createDecoyHashes(db),
    throttle: createThrottle(db, {
      failedLogins: config.maxFailedLogins,
      emailBurst: config.maxEmailBurst,
      clientAt: clientNetwork,
    }),
    dataKeys,
    secondFactorPolicy: config.secondFactor,
    system: {
      signingKeys,
      checkDatabase: () => db.check(),
      languages: languages.all,
      previewEmail: createEmailPreview(messages, frontendUrl, nowMs),
      settings: { all: effectiveSettings(config, settingsFile?.names ?? new Set()), file: settingsFile?.path },
      mail: { server: config.smtpUrl && new URL(config.smtpUrl).host, isDown: worker.isServerDown },
      version: VERSION,
      startedAtMs: nowMs(),
      workers: config.workers,
    },
    registrationPolicy: config,
    firstAdminEmail: config.firstAdminEmail && (canonicalEmail(config.firstAdminEmail) ?? config.firstAdminEmail),
    productName: config.brand.productName,
    breachNotices: createBreachNotices({ db, log, isBreached }),
    findPasswordWarning: createFindWarning(isBreached),
    sessionPolicy: sessionPolicy(config),
    activeUsers: createActiveUsers(nowMs),
    totals: createAccountTotals(db, nowMs),
    liveAudit: createLiveAudit(db, context.timers, auditItem),
    exports: createExports(),
    recentLoginMs: config.freshLoginMs,
    nowMs,
    deletionGraceMs: config.deletionGraceMs,
    hardened: config.hardened,
    hidesAccounts: config.hardened || !config.features.registration,
    defaultLanguage: languages.fallback,
    notifyPasswordChange: config.notifyPasswordChange,
    notifyNewDevice: config.notifyNewDevice,
    ...(Object.assign({}, ...FEATURES.map(({ services }) => services?.({ ...context, db }))) as FeatureServices),
  };
}
