import { objectIn } from '../json-values.ts';
import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { firstText, timeIn } from './read-members.ts';

/** The table auth.users. */
export const supabase: UserSource = {
  name: 'supabase',
  recognizes: (record) => 'encrypted_password' in record && 'raw_user_meta_data' in record,
  read(record, options) {
    const details = objectIn(record, 'raw_user_meta_data');
    const phone = firstText(record, 'phone');
    const bannedUntil = timeIn(record, 'banned_until');
    return {
      email: firstText(record, 'email'),
      fullName: firstText(details, 'full_name', 'name', 'display_name'),
      // Supabase keeps numbers without their plus.
      phoneNumber: /^[1-9]\d{6,14}$/.test(phone) ? `+${phone}` : phone,
      industry: firstText(details, 'industry'),
      language: firstText(details, 'locale', 'language'),
      pictureUrl: firstText(details, 'avatar_url', 'picture'),
      // `confirmed_at` is also that of a telephone number.
      isVerified: firstText(record, 'email_confirmed_at' in record ? 'email_confirmed_at' : 'confirmed_at') !== '',
      // Not readable: `infinity`.
      isSuspended: bannedUntil !== undefined && !(bannedUntil < Date.now()),
      createdAt: timeIn(record, 'created_at'),
      updatedAt: timeIn(record, 'updated_at'),
      hash: hashOf(record, options, 'encrypted_password'),
    };
  },
};
