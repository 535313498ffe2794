import { isRefusal, Refusal } from '../accounts/refusal.ts';
import { type NewAccount, readNewAccount } from '../accounts/registration/field-rules.ts';
import { invite } from '../accounts/registration/invite.ts';
import { operatorLogin } from '../accounts/sign-in/recent-login.ts';
import { safeUser } from '../accounts/user-representations.ts';
import { withoutOff } from '../config/account-fields.ts';
import type { Config } from '../config/config.ts';
import { availableLanguages, readTextsFolder } from '../config/texts-folder.ts';
import type { CommandContext } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { OptionValues } from './command-options.ts';
import { withDatabase } from './open-database.ts';
import { OPERATOR } from './operator.ts';
import { printRecord } from './print.ts';

const EXAMPLE =
  'latchkey users create ada@example.com --name "Ada Lovelace" --phone "+44 20 7946 0958" --industry Software';

/** Creates an account whose owner chooses the password: by an invitation, or with --confirmed one that is ACTIVE. */
export const createUser = ({ environment, args, options, print, note }: CommandContext): Promise<void> =>
  withDatabase(environment, async (db, name, config) => {
    const own = config.textsDir === undefined ? new Map() : readTextsFolder(config.textsDir);
    const { isConfirmed, ...given } = readNewUser(args, options, {
      fields: config.fields,
      languages: availableLanguages(own, config.languages),
    });
    // Nobody waits with the operator, whose e-mails are not limited, and the service sends them.
    const services = {
      db,
      passwords: { hash: () => Promise.reject(new Error('an invited account has no password')) },
      throttle: { countEmail: () => [] },
      invitationCounters: { made: 0, accepted: 0 },
      // The settings bind the administrators of the service, not its operator.
      registrationPolicy: { registration: 'open', emailDomains: [], termsVersion: undefined } as const,
    };
    const way = isConfirmed ? 'confirmed' : 'invitation';
    const client = { isDisconnected: false, requester: OPERATOR.requester };
    try {
      const user = await invite(services, way, given, client, operatorLogin(), OPERATOR);
      printRecord(print, withoutOff(safeUser(user), config.fields));
    } catch (error) {
      throw taken(error, given) ?? error;
    }
    note(`changed in the database ${name}; ${given.email} gets a link to choose a password`);
  });

function readNewUser(
  [address, ...surplus]: readonly string[],
  options: OptionValues,
  { fields, languages }: Pick<Config, 'fields'> & { readonly languages: readonly string[] },
) {
  if (address === undefined || surplus.length > 0) throw new UsageError(`users create: for whom? Example: ${EXAMPLE}`);
  const { name, phone, industry, language = languages[0] ?? 'en', confirmed = false } = options;
  if (!languages.includes(language))
    throw new UsageError(`users create: --language is one of ${languages.join(', ')}, not "${language}"`);
  const given = { full_name: name, email: address, phone_number: phone, industry, password: '' };
  try {
    return { ...readNewAccount((field) => given[field] ?? '', fields), language, isConfirmed: confirmed };
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(`users create: ${problemOf(error, given.email)}`) : error;
  }
}

const OPTIONS: Readonly<Record<string, string>> = {
  full_name: '--name',
  phone_number: '--phone',
  industry: '--industry',
};

function problemOf({ code, details: { field = '', limit } }: Refusal, address: string): string {
  if (code === 'invalid_email') return `${address} is not an e-mail address`;
  if (code === 'missing_field') return `${OPTIONS[field]} is needed. Example: ${EXAMPLE}`;
  if (limit !== undefined) return `${OPTIONS[field]} has at most ${limit} characters`;
  return `${OPTIONS[field]} has characters that are not allowed`;
}

function taken(error: unknown, { email, phoneNumber }: NewAccount): CommandError | undefined {
  if (!isRefusal(error, 'email_taken', 'phone_number_taken', 'conflict')) return undefined;
  const what =
    error.code === 'email_taken'
      ? email
      : error.code === 'phone_number_taken'
        ? phoneNumber
        : 'the e-mail address or the phone number';
  return new CommandError(`users create: another account has ${what}`);
}
