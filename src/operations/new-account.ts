import { readOwnValues, storedValues } from '../accounts/profile/own-fields.ts';
import type { NewAccountField } from '../accounts/registration/field-rules.ts';
import type { Writer } from '../config/own-fields.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Body } from '../http/json-body.ts';
import { emailMember, profileMember } from './body-members.ts';
import { Conflict, EmailTaken, EmptyField, FieldTooLong, InvalidEmail, PhoneNumberTaken } from './errors.ts';
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

/** The values of FIELDS_FILE, as stored. */
export const newFields = ({ fields: { own } }: Pick<Services, 'fields'>, body: Body, writer: Writer): string | null =>
  own.length === 0 ? null : storedValues(readOwnValues(body.object('fields') ?? {}, own, writer, writer === 'user'));

/** Unchecked, because the field rules decide which characters are allowed. */
export const memberOf =
  (body: Body) =>
  (field: NewAccountField): string =>
    field === 'password' ? body.rawText(field) : body.uncheckedText(field);

/** For the hosted pages: identifies the app that waits for a login even on the device where the e-mail is opened. */
export async function waitingApp({ query, cookies }: ApiRequest, { db, openId, features }: Services, email: string) {
  const uid = features.openId ? query.get('interaction') : null;
  if (uid === null) return [];
  const { noteWaitingApp } = await import('../openid/waiting-app.ts');
  return noteWaitingApp({ db, openId, uid, cookies, email });
}
