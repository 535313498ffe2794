import type { PasswordRule } from '../accounts/passwords/password-rule.ts';
import { type NewAccountField, readNewAccount } from '../accounts/registration/read-new-account.ts';
import type { Writer } from '../config/own-fields.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Body } from '../http/json-body.ts';
import { acceptsTerms, acceptTermsMember, emailMember, ownFieldsIn, profileMember } from './body-members.ts';
import {
  Conflict,
  EmailDomainRefused,
  EmailTaken,
  EmptyField,
  FieldTooLong,
  InvalidEmail,
  PhoneNumberTaken,
  RegistrationClosed,
  TermsNotAccepted,
} from './errors.ts';
import { object, type Schema, withOwnFields } from './json-schema.ts';
import { narrowed } from './operation.ts';
import type { Services } from './services.ts';

/** The members of a body that creates an account. */
export const newAccountMembers = {
  full_name: profileMember('full_name'),
  email: emailMember,
  industry: profileMember('industry'),
  phone_number: profileMember('phone_number'),
};

/** The errors of these members. */
export const NEW_ACCOUNT_ERRORS = [
  narrowed(EmptyField, { field: '(full_name|industry|phone_number)' }),
  InvalidEmail,
  FieldTooLong,
  EmailTaken,
  PhoneNumberTaken,
  Conflict,
];

/** Reads these members and the own fields. Only the password rule decides whether there is a password. */
export const readNewAccountMembers = (
  services: Pick<Services, 'fields'>,
  body: Body,
  writer: Writer,
  brokenPasswordRule?: PasswordRule,
) => {
  // Unchecked, because the field rules decide which characters are allowed.
  const text = (field: NewAccountField) => (field === 'password' ? body.rawText(field) : body.uncheckedText(field));
  return readNewAccount({ text, own: ownFieldsIn(services, body), writer }, services.fields, brokenPasswordRule);
};

/** The body of people who register, with these required members. */
export const registrationBody = (members: Readonly<Record<string, Schema>>) =>
  withOwnFields(
    'demanded',
    object({ ...members, accept_terms: acceptTermsMember }, { required: Object.keys(members) }),
  );

export const REGISTRATION_ERRORS = [RegistrationClosed, EmailDomainRefused, TermsNotAccepted, ...NEW_ACCOUNT_ERRORS];

export const readRegistration = (
  services: Services,
  request: ApiRequest,
  body: Body,
  brokenPasswordRule?: PasswordRule,
) => ({
  ...readNewAccountMembers(services, body, 'user', brokenPasswordRule),
  language: request.language ?? services.defaultLanguage,
  acceptsTerms: acceptsTerms(services, body),
});

/** For the hosted pages: identifies the app that waits for a login even on the device where the e-mail is opened. */
export async function waitingApp({ query, cookies }: ApiRequest, { db, openId, features }: Services, email: string) {
  const uid = features.openId ? query.get('interaction') : null;
  if (uid === null) return [];
  const { noteWaitingApp } = await import('../openid/waiting-app.ts');
  return noteWaitingApp({ db, openId, uid, cookies, email });
}
