import { type AccountFields, isRequired } from '../../config/field-presence.ts';
import type { ExistingAccount, FillableColumns } from '../../store/tables/imported-accounts.ts';
import { withMissing } from '../profile/custom-fields.ts';
import type { CheckedAccount } from './imported-account.ts';
import type { ImportedPassword } from './imported-password.ts';
import { nameFromAddress } from './validate-profile.ts';

/** The account after the update; a password may still have to be hashed. */
interface FilledIn extends Omit<FillableColumns, 'passwordHash'> {
  readonly password: ImportedPassword;
}

/**
 * What an earlier import left out, and the file has now; undefined where that is nothing. Nobody can have removed a
 * password or a required field. A name, a picture, a status or an optional field may be as the owner wants it: they are
 * filled in only where the account is as it was imported. An account that no import made stays as it is.
 */
export function missingIn(
  now: ExistingAccount,
  file: CheckedAccount,
  fields: AccountFields,
  isPhoneTaken: (phoneNumber: string | null) => boolean,
): FilledIn | undefined {
  if (now.importedAtMs === null) return undefined;
  const isUntouched = now.updatedAtMs <= now.importedAtMs;
  const lacksName = isUntouched && now.fullName === nameFromAddress(now.email);
  const lacksPicture = isUntouched && now.profileImageUrl === null;
  const mayAdd = (name: string) => isUntouched || isRequired(name, fields);
  const lacksPhone = now.phoneNumber === null && mayAdd('phone_number');
  const lacksIndustry = now.industry === null && mayAdd('industry');
  const isConfirmedBy = isUntouched && now.accountStatus === 'INACTIVE' && file.accountStatus === 'ACTIVE';
  const { passwordHash } = now;
  const filled: Omit<FilledIn, 'password'> = {
    fullName: lacksName ? file.fullName : now.fullName,
    phoneNumber: lacksPhone && !isPhoneTaken(file.phoneNumber) ? file.phoneNumber : now.phoneNumber,
    industry: lacksIndustry ? file.industry : now.industry,
    fields: withMissing(now.fields, file.fields, (key) => mayAdd(`fields.${key}`)),
    profileImageUrl: lacksPicture ? file.profileImageUrl : now.profileImageUrl,
    accountStatus: isConfirmedBy ? 'ACTIVE' : now.accountStatus,
  };
  const password = passwordHash ?? file.password;
  const columns = Object.keys(filled) as (keyof typeof filled)[];
  const isSame = password === passwordHash && columns.every((column) => filled[column] === now[column]);
  return isSame ? undefined : { ...filled, password };
}
