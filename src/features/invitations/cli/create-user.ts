import type { CommandContext } from '../../../cli/framework/command.ts';
import { CommandError, UsageError } from '../../../cli/framework/command-error.ts';
import type { OptionValues } from '../../../cli/framework/command-options.ts';
import { withDatabase } from '../../../cli/framework/open-database.ts';
import { OPERATOR } from '../../../cli/framework/operator.ts';
import { printRecord } from '../../../cli/framework/print.ts';
import { createTable } from '../../../cli/framework/table.ts';
import type { Config } from '../../../config/config.ts';
import { type AccountFields, customFields, withoutOff } from '../../../config/field-presence.ts';
import { availableLanguages, readTextsFolder } from '../../../config/texts-folder.ts';
import { isRefusal, Refusal } from '../../../core/refusal.ts';
import { type Registration, validateRegistration } from '../../../core/registration/validate-registration.ts';
import { operatorLogin } from '../../../core/sign-in/recent-login.ts';
import { safeUser } from '../../../core/user-representations.ts';
import type { Store } from '../../../store/commit.ts';
import { ROLES, type Role } from '../../../store/tables/user.ts';
import { invite, inviteAll, MAX_INVITED } from '../invite.ts';

const EXAMPLE =
  'latchkey users create ada@example.com --name "Ada Lovelace" --phone "+44 20 7946 0958" --industry Software';

/**
 * Creates an account and lets its owner choose the password: by an invitation or, with --confirmed, on an ACTIVE
 * account.
 */
export const createUser = ({ environment, args, options, print, note }: CommandContext): Promise<void> =>
  withDatabase(environment, async (db, name, config) => {
    const { source, ...invited } = readNewUser(args, options, config);
    try {
      const user = await invite(servicesOf(db), source, invited, CLIENT, operatorLogin(), OPERATOR);
      printRecord(print, withoutOff(safeUser(user, config.fields), config.fields));
    } catch (error) {
      throw taken(error, invited.registration) ?? error;
    }
    note(`changed in the database ${name}; ${invited.registration.email} gets a link to choose a password`);
  });

const CLIENT = { isDisconnected: false, requester: OPERATOR.requester };

/** The operator has no e-mail limit, and the running service sends the e-mails. */
const servicesOf = (db: Store) => ({
  db,
  passwords: { hash: () => Promise.reject(new Error('an invited account has no password')) },
  throttle: { addToEmailQuota: () => [] },
  // The registration settings apply to administrators of the service, not to its operator.
  registrationPolicy: { registration: 'open', emailDomains: [], termsVersion: undefined } as const,
});

function languageIn(command: string, { language }: OptionValues, config: Config): string {
  const languages = availableLanguages(readTextsFolder(config.textsDir), config.languages);
  if (language === undefined || languages.includes(language)) return language ?? languages[0] ?? 'en';
  throw new UsageError(`${command}: --language is one of ${languages.join(', ')}, not "${language}"`);
}

const OUTCOMES: Readonly<Record<string, string>> = {
  done: 'invited',
  invalid_email: 'not invited: not an e-mail address',
  email_taken: 'not invited: another account has it',
};

/** Invites people by address; they supply the other fields when they accept. */
export const inviteUsers = ({ environment, args, options, print, note }: CommandContext): Promise<void> =>
  withDatabase(environment, async (db, name, config) => {
    const { role = 'USER' } = options;
    if (args.length === 0 || args.length > MAX_INVITED)
      throw new UsageError(`users invite: expects 1 to ${MAX_INVITED} e-mail addresses`);
    if (!isRole(role)) throw new UsageError(`users invite: --role is one of ${ROLES.join(', ')}, not "${role}"`);
    const invitation = { role, language: languageIn('users invite', options, config) };
    const outcomes = await inviteAll(servicesOf(db), args, invitation, CLIENT, operatorLogin(), OPERATOR);
    const table = createTable(print, ['e-mail', 'outcome']);
    for (const outcome of outcomes)
      table.row([outcome.email, OUTCOMES[outcome.outcome] ?? `not invited: ${outcome.outcome}`], outcome);
    table.end();
    note(`changed in the database ${name}; each invited person gets a link to choose a password`);
    const failed = outcomes.filter(({ outcome }) => outcome !== 'done').length;
    if (failed > 0) throw new CommandError(`users invite: ${failed} of ${outcomes.length} were not invited`);
  });

const isRole = (word: string): word is Role => ROLES.some((role) => role === word);

function readNewUser([address, ...surplus]: readonly string[], options: OptionValues, config: Config) {
  if (address === undefined || surplus.length > 0) throw new UsageError(`users create: for whom? Example: ${EXAMPLE}`);
  const { name, phone, industry, confirmed = false } = options;
  const { fields } = config;
  const language = languageIn('users create', options, config);
  try {
    const texts = { full_name: name ?? '', email: address, phone_number: phone ?? '', industry: industry ?? '' };
    const registration = validateRegistration({ ...texts, fields: customIn(options) }, fields, 'administrators');
    return { registration, language, source: confirmed ? 'confirmed' : 'invitation' } as const;
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(`users create: ${problemOf(error, address, fields)}`) : error;
  }
}

/** Values for FIELDS_FILE. */
const customIn = ({ field = [] }: OptionValues): Readonly<Record<string, string>> =>
  Object.fromEntries(field.map((one) => one.split(/=(.*)/s, 2)).map(([name = '', value = '']) => [name, value]));

const OPTIONS: Readonly<Record<string, string>> = {
  full_name: '--name',
  phone_number: '--phone',
  industry: '--industry',
};

function problemOf(
  { code, details: { field = '', limit, rule } }: Refusal,
  address: string,
  fields: AccountFields,
): string {
  if (field === 'fields')
    return `--field is one of ${
      customFields(fields)
        .map(({ key }) => key)
        .join(', ') || 'FIELDS_FILE'
    }`;
  if (field.startsWith('fields.'))
    return `--field ${field.slice('fields.'.length)} must be ${rule ?? 'a text that is not empty'}`;
  if (code === 'invalid_email') return `${address} is not an e-mail address`;
  if (code === 'missing_field') return `${OPTIONS[field]} is required. Example: ${EXAMPLE}`;
  if (limit !== undefined) return `${OPTIONS[field]} has at most ${limit} characters`;
  return `${OPTIONS[field]} has characters that are not allowed`;
}

function taken(error: unknown, { email, phoneNumber }: Registration): CommandError | undefined {
  if (!isRefusal(error, 'email_taken', 'phone_number_taken', 'conflict')) return undefined;
  const what =
    error.code === 'email_taken'
      ? email
      : error.code === 'phone_number_taken'
        ? phoneNumber
        : 'the e-mail address or the phone number';
  return new CommandError(`users create: another account has ${what}`);
}
