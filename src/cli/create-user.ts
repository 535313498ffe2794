import { canonicalEmail } from '../accounts/email-address.ts';
import { createPasswords } from '../accounts/passwords/password-hashing.ts';
import { isBlank } from '../accounts/profile/profile-rules.ts';
import { invite, makeAccount } from '../accounts/registration/invite.ts';
import { operatorLogin } from '../accounts/sign-in/recent-login.ts';
import { safeUser } from '../accounts/user-representations.ts';
import { PROFILE_FIELDS, type ProfileField } from '../config/profile-fields.ts';
import { availableLanguages, readTextsFolder } from '../config/texts-folder.ts';
import { hasForbiddenCharacters } from '../lib/forbidden-characters.ts';
import type { Store } from '../store/commit.ts';
import { UniqueViolation } from '../store/engine/database.ts';
import * as users from '../store/tables/users.ts';
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
    const { isConfirmed, ...given } = readNewUser(args, options, availableLanguages(own, config.languages));
    await refuseTaken(db, given);
    // Nobody waits with the operator, whose e-mails are not limited, and the service sends them.
    const services = {
      db,
      passwords: createPasswords({
        ...{ concurrency: 1, prefetch: 0, maxWaiting: 1 },
        clientAt: (address) => address,
        onUnreadableHash: () => {},
      }),
      throttle: { countEmail: () => [] },
      invitationCounters: { made: 0, accepted: 0 },
    };
    const create = isConfirmed ? makeAccount : invite;
    const client = { isDisconnected: false, requester: OPERATOR.requester };
    try {
      const user = await create(services, given, client, operatorLogin(), OPERATOR);
      printRecord(print, safeUser(user));
    } catch (error) {
      throw error instanceof UniqueViolation ? taken('the e-mail address or the phone number') : error;
    }
    note(`changed in the database ${name}; ${given.email} gets a link to choose a password`);
  });

function readNewUser([address, ...surplus]: readonly string[], options: OptionValues, languages: readonly string[]) {
  if (address === undefined || surplus.length > 0) throw new UsageError(`users create: for whom? Example: ${EXAMPLE}`);
  const email = canonicalEmail(address.trim());
  if (email === undefined) throw new UsageError(`users create: ${address} is no e-mail address`);
  const { name, phone, industry, language = languages[0] ?? 'en', confirmed = false } = options;
  if (!languages.includes(language))
    throw new UsageError(`users create: --language is one of ${languages.join(', ')}, not "${language}"`);
  return {
    email,
    language,
    isConfirmed: confirmed,
    fullName: profileText('full_name', '--name', name),
    phoneNumber: profileText('phone_number', '--phone', phone).normalize('NFC'),
    industry: profileText('industry', '--industry', industry),
  };
}

function profileText(field: ProfileField, option: string, value = ''): string {
  const { maxCodePoints } = PROFILE_FIELDS[field];
  const given = value.trim();
  if (isBlank(given)) throw new UsageError(`users create: ${option} is needed. Example: ${EXAMPLE}`);
  if ([...given].length > maxCodePoints || hasForbiddenCharacters(given))
    throw new UsageError(`users create: ${option} has at most ${maxCodePoints} characters, none of them invisible`);
  return given;
}

async function refuseTaken(db: Store, { email, phoneNumber }: { email: string; phoneNumber: string }) {
  if (await users.isEmailTaken(db, email)) throw taken(email);
  if (await users.isPhoneTaken(db, phoneNumber)) throw taken(phoneNumber);
}

const taken = (what: string): CommandError => new CommandError(`users create: another account has ${what}`);
