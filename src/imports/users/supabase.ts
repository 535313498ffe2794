import { foreignIdentities } from './foreign-identities.ts';
import type { UserSource } from './foreign-user.ts';
import { hashOf } from './generic.ts';
import { standingOf } from './standing.ts';

/** The table auth.users, or users from the admin API, which have no passwords. */
export const supabase: UserSource = {
  name: 'supabase',
  recognizes: (record) =>
    (record.has('encrypted_password') && record.has('raw_user_meta_data')) ||
    (record.has('aud') && record.has('user_metadata')),
  read(record, options) {
    const details = record.object(record.has('raw_user_meta_data') ? 'raw_user_meta_data' : 'user_metadata');
    const phone = record.text('phone');
    return {
      email: record.text('email'),
      fullName: details.text('full_name', 'name', 'display_name'),
      // Supabase stores numbers without the plus.
      phoneNumber: /^[1-9]\d{6,14}$/.test(phone) ? `+${phone}` : phone,
      industry: details.text('industry'),
      language: details.text('locale', 'language'),
      pictureUrl: details.text('avatar_url', 'picture'),
      // `confirmed_at` may be about a phone number.
      isVerified: record.text(record.has('email_confirmed_at') ? 'email_confirmed_at' : 'confirmed_at') !== '',
      standing: standingOf(record),
      createdAt: record.time('created_at'),
      updatedAt: record.time('updated_at'),
      // The admin API calls the subject `id`, which the table has for something else.
      ...foreignIdentities(record, {
        list: 'identities',
        provider: 'provider',
        email: 'identity_data.email',
        subject: ['provider_id', 'identity_data.sub', 'id'],
      }),
      hash: hashOf(record, options, 'encrypted_password'),
    };
  },
};
