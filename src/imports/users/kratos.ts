import { isObject } from '../json-values.ts';
import type { ForeignUser, UserSource } from './foreign-user.ts';
import { textHash } from './generic.ts';
import { Members, nameOf } from './members.ts';
import { standingOf } from './standing.ts';

const isAddress = (text: unknown): text is string => typeof text === 'string' && text.includes('@');

/** Operators define their own identity schema; these are the names in Ory's examples. */
function fullNameOf(traits: Members): string {
  const name = traits.object('name');
  return (
    traits.text('name', 'full_name', 'display_name') ||
    nameOf(name.text('first', 'first_name', 'given_name'), name.text('last', 'last_name', 'family_name')) ||
    nameOf(traits.text('first_name', 'given_name'), traits.text('last_name', 'family_name')) ||
    traits.text('username')
  );
}

/** Identities as the admin API of Ory Kratos lists them, with `include_credential=password`. */
export const kratos: UserSource = {
  name: 'kratos',
  recognizes: (record) => record.has('traits') && (record.has('schema_id') || record.has('verifiable_addresses')),
  read(record, options): ForeignUser {
    const traits = record.object('traits');
    const password = record.object('credentials').object('password');
    const addresses = record
      .list('verifiable_addresses')
      .filter(isObject)
      .filter(({ via }) => via !== 'sms');
    const email =
      traits.text('email') ||
      [...addresses.map(({ value }) => value), ...password.list('identifiers')].find(isAddress) ||
      '';
    const hashed = password.object('config').text('hashed_password');
    const isSame = ({ value }: { readonly value?: unknown }) =>
      typeof value === 'string' && value.toLowerCase() === email.toLowerCase();
    return {
      email,
      fullName: fullNameOf(traits),
      phoneNumber: traits.text('phone_number', 'phone'),
      industry: traits.text('industry'),
      language: traits.text('locale', 'language'),
      pictureUrl: traits.text('picture', 'avatar_url'),
      isVerified: record.has('verifiable_addresses')
        ? new Members(addresses.find(isSame) ?? {}).flag('verified') === true
        : undefined,
      standing: standingOf(record),
      createdAt: record.time('created_at'),
      updatedAt: record.time('updated_at'),
      hash: () => textHash(hashed, options),
    };
  },
};
