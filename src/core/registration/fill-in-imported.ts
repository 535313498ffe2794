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
 * The account, completed by what the file has and an earlier import left out; undefined if nothing is missing. Missing
 * passwords and required fields are always filled in, because nobody can have removed them. The owner may have removed
 * or chosen the name, picture, status and optional fields, so these are filled in only if the account is unchanged
 * since its import. Accounts that were not imported stay unchanged.
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
