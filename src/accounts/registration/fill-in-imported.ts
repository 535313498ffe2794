import type { ExistingAccount, FillableColumns } from '../../store/tables/imported-accounts.ts';
import { type CheckedAccount, nameFromAddress } from './imported-account.ts';
import type { ImportedPassword } from './imported-password.ts';

/** What an account has after it was filled in; a password may still have to be hashed. */
interface FilledIn extends Omit<FillableColumns, 'passwordHash'> {
  readonly password: ImportedPassword;
}

/**
 * What an earlier import left out, and the file has now; undefined where that is nothing. A missing password, phone
 * number or industry was chosen by nobody. A name, a picture or a status may have been: they are filled in only where
 * the account is as it was imported. An account that no import made stays as it is.
 */
export function missingIn(
  now: ExistingAccount,
  file: CheckedAccount,
  isPhoneTaken: (phoneNumber: string | null) => boolean,
): FilledIn | undefined {
  if (now.importedAtMs === null) return undefined;
  const isUntouched = now.updatedAtMs <= now.importedAtMs;
  const lacksName = isUntouched && now.fullName === nameFromAddress(now.email);
  const lacksPicture = isUntouched && now.profileImageUrl === null;
  const isConfirmedBy = isUntouched && now.accountStatus === 'INACTIVE' && file.accountStatus === 'ACTIVE';
  const filled: FilledIn = {
    fullName: lacksName ? file.fullName : now.fullName,
    phoneNumber: now.phoneNumber ?? (isPhoneTaken(file.phoneNumber) ? null : file.phoneNumber),
    industry: now.industry ?? file.industry,
    profileImageUrl: lacksPicture ? file.profileImageUrl : now.profileImageUrl,
    accountStatus: isConfirmedBy ? 'ACTIVE' : now.accountStatus,
    password: now.passwordHash ?? file.password,
  };
  const isSame =
    filled.password === now.passwordHash &&
    filled.fullName === now.fullName &&
    filled.phoneNumber === now.phoneNumber &&
    filled.industry === now.industry &&
    filled.profileImageUrl === now.profileImageUrl &&
    filled.accountStatus === now.accountStatus;
  return isSame ? undefined : filled;
}
