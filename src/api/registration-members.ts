import type { RegistrationInput } from '../core/registration/validate-registration.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Body } from '../http/json-body.ts';
import { acceptsTerms, acceptTermsMember, customFieldsIn, emailMember, profileMember } from './body-members.ts';
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

/** Step 2 of the interface: the members as text. The field rules decide which characters are allowed. */
export const registrationInput = (services: Pick<Services, 'fields'>, body: Body): RegistrationInput => ({
  full_name: body.uncheckedText('full_name'),
  email: body.uncheckedText('email'),
  industry: body.uncheckedText('industry'),
  phone_number: body.uncheckedText('phone_number'),
  fields: customFieldsIn(services, body),
});

/** The body of a registration, with these required members. */
export const registrationBody = (members: Readonly<Record<string, Schema>>) =>
  withOwnFields(
    'demanded',
    object({ ...members, accept_terms: acceptTermsMember }, { required: Object.keys(members) }),
  );

export const REGISTRATION_ERRORS = [RegistrationClosed, EmailDomainRefused, TermsNotAccepted, ...NEW_ACCOUNT_ERRORS];

/** Further members of a registration. */
export const registrationOptions = (services: Services, request: ApiRequest, body: Body) => ({
  language: request.language ?? services.defaultLanguage,
  acceptsTerms: acceptsTerms(services, body),
});

/** For the hosted pages: identifies the app that waits for a login even on the device where the e-mail is opened. */
export async function waitingApp({ query, cookies }: ApiRequest, { db, apps }: Services, email: string) {
  const uid = query.get('interaction');
  return uid === null || !apps ? [] : apps.recordWaiting(db, { uid, cookies }, email);
}
