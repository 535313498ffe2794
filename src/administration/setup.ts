import { InvalidMember } from '../api/errors.ts';
import { boolean, list, named, nullableString, object, oneOf } from '../api/json-schema.ts';
import type { Services } from '../api/services.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { NotFound } from '../http/errors.ts';
import { adminsWithoutFactor, dismissedSteps, hasApps, newestBackupMs } from '../store/tables/setup-steps.ts';
import { adminOperation } from './admin-operation.ts';
import { dismissSetupStep } from './installation-events.ts';
import { readEnumMember } from './read-body.ts';

const SETUP_STEPS = ['mail_server', 'second_factor', 'return_addresses', 'brand', 'backups'] as const;
type SetupStep = (typeof SETUP_STEPS)[number];

/** Settings of which any one counts as branding. */
const BRAND: readonly string[] = ['PRODUCT_NAME', 'BRAND_COLOR', 'LOGO_URL'];
/** An older backup counts as none. */
const MAX_WITHOUT_BACKUP_MS = 31 * 86_400_000;

export const Setup = named(
  'Setup',
  object({
    steps: list(
      object({
        name: oneOf(SETUP_STEPS),
        is_done: boolean({ description: 'Whether the service considers it done.' }),
        is_dismissed: boolean({ description: 'Whether an administrator dismissed it.' }),
      }),
    ),
    last_backup_at: nullableString({
      format: 'date-time',
      description: 'When `latchkey backup` last ran; null: never within `AUDIT_RETENTION`.',
    }),
  }),
);

/** The setup steps that are left after the installation. */
async function readSetup({ db, system, nowMs }: Pick<Services, 'db' | 'system' | 'nowMs'>) {
  const [unprotected, apps, backupMs, dismissed] = await Promise.all([
    adminsWithoutFactor(db),
    hasApps(db),
    newestBackupMs(db),
    dismissedSteps(db),
  ]);
  const settingOf = (name: string) => system.settings.all.find((setting) => setting.name === name);
  const isChanged = (name: string) => settingOf(name)?.is_default === false;
  const done: Readonly<Record<SetupStep, boolean>> = {
    mail_server: system.mail.server !== undefined && !system.mail.isDown(),
    // If all administrators have a second factor, no setting needs to demand one.
    second_factor: settingOf('SECOND_FACTOR')?.value !== 'optional' || unprotected === 0,
    return_addresses: isChanged('RETURN_URLS') || apps,
    brand: BRAND.some(isChanged),
    backups: backupMs !== undefined && nowMs() - backupMs < MAX_WITHOUT_BACKUP_MS,
  };
  return {
    steps: SETUP_STEPS.map((name) => ({ name, is_done: done[name], is_dismissed: dismissed.has(name) })),
    last_backup_at: backupMs === undefined ? null : new Date(backupMs).toISOString(),
  };
}

export const adminGetSetup = adminOperation(
  {
    id: 'adminGetSetup',
    summary: 'Get the remaining setup steps',
    description: 'Mail server, second factors of administrators, return addresses, brand and backups.',
    tag: 'Administration: system',
    message: 'Setup retrieved successfully',
    answers: Setup,
  },
  async ({ services }) => done(await readSetup(services)),
);

export const adminDismissSetupStep = adminOperation(
  {
    id: 'adminDismissSetupStep',
    summary: 'Dismiss a setup step',
    description: 'For example, if backups are made by other means. Can be taken back.',
    tag: 'Administration: system',
    message: 'The step is noted',
    body: object({ dismissed: boolean() }),
    bodyIsRequired: true,
    answers: Setup,
    errors: [NotFound, InvalidMember],
  },
  async ({ request, body, services, admin }) => {
    const step = SETUP_STEPS.find((name) => name === request.params.step);
    if (step === undefined) throw new ApiError(NotFound);
    const dismissed = readEnumMember(await body(), 'dismissed', ['true', 'false']);
    await dismissSetupStep(services.db, step, dismissed === 'true', admin.actor);
    return done(await readSetup(services));
  },
);
