import { adminsWithoutFactor, dismissedSteps, hasClients, newestBackupMs } from '../../../store/tables/setup-steps.ts';
import { boolean, list, named, nullableString, object, oneOf } from '../../json-schema.ts';
import type { Services } from '../../services.ts';

export const SETUP_STEPS = ['mail_server', 'second_factor', 'return_addresses', 'brand', 'backups'] as const;
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
export async function readSetup({ db, system, nowMs }: Pick<Services, 'db' | 'system' | 'nowMs'>) {
  const [unprotected, clients, backupMs, dismissed] = await Promise.all([
    adminsWithoutFactor(db),
    hasClients(db),
    newestBackupMs(db),
    dismissedSteps(db),
  ]);
  const settingOf = (name: string) => system.settings.all.find((one) => one.name === name);
  const isChanged = (name: string) => settingOf(name)?.is_default === false;
  const done: Readonly<Record<SetupStep, boolean>> = {
    mail_server: system.mail.server !== undefined && !system.mail.isDown(),
    // If all administrators have a second factor, no setting needs to demand one.
    second_factor: settingOf('SECOND_FACTOR')?.value !== 'optional' || unprotected === 0,
    return_addresses: isChanged('RETURN_URLS') || clients,
    brand: BRAND.some(isChanged),
    backups: backupMs !== undefined && nowMs() - backupMs < MAX_WITHOUT_BACKUP_MS,
  };
  return {
    steps: SETUP_STEPS.map((name) => ({ name, is_done: done[name], is_dismissed: dismissed.has(name) })),
    last_backup_at: backupMs === undefined ? null : new Date(backupMs).toISOString(),
  };
}
