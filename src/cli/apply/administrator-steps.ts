import { setRole } from '../../administration/set-role.ts';
import { canonicalEmail } from '../../core/email-address.ts';
import * as users from '../../store/tables/users.ts';
import type { ApplyContext, Plan, ReadPart, Step } from '../framework/apply-part.ts';
import { CommandError } from '../framework/command-error.ts';
import { type DesiredObject, refuseTwice, textsOf } from '../framework/desired-members.ts';
import { OPERATOR } from '../framework/operator.ts';

export const readAdministrators: ReadPart = (desired) => {
  const emails = readEmails(desired);
  return (context) => planAdministrators(emails, context);
};

function readEmails(desired: DesiredObject): string[] {
  const emails = textsOf(desired, 'administrators', []).map((text, at) => {
    const email = canonicalEmail(text.trim());
    if (email === undefined) throw new CommandError(`administrators[${at}] must be an e-mail address, not ${text}`);
    return email;
  });
  refuseTwice('administrators', emails);
  return emails;
}

/** Promotes only accounts with a verified address: anybody can register with an address that is not theirs. */
async function planAdministrators(emails: readonly string[], { db, note }: ApplyContext): Promise<Plan> {
  const steps: Step[] = [];
  for (const email of emails) {
    const user = await users.byEmail(db, email);
    if (user?.role === 'ADMIN') continue;
    if (user?.accountStatus !== 'ACTIVE') {
      const why = user ? `is ${user.accountStatus}` : 'has no account';
      note(`${email} ${why}, and is not an administrator yet: apply it again once the address is verified`);
      continue;
    }
    const take = async () => {
      await setRole(db, user.id, 'ADMIN', OPERATOR, { allowLastAdmin: true });
      return null;
    };
    steps.push({ message: `~ account ${email}: role "USER" -> "ADMIN"`, take });
  }
  return { steps };
}
