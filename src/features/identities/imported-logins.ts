import type { ImportedLogins } from '../../core/registration/import-accounts.ts';
import { query } from '../../store/engine/database.ts';
import { ASKED, ASKED_AT_ONCE, asked } from '../../store/tables/imported-accounts.ts';
import type { NewIdentity } from './services.ts';
import { insert } from './table.ts';

type Login = Pick<NewIdentity, 'issuer' | 'subject'>;
const keyOf = ({ issuer, subject }: Login): string => `${issuer} ${subject}`;

const THERE = query<Login>`SELECT issuer, subject FROM identities WHERE subject IN (${ASKED})`;

export const areTaken: ImportedLogins['areTaken'] = async (db, logins) => {
  const subjects = logins.map(({ subject }) => subject);
  const there = new Set<string>();
  for (let at = 0; at < subjects.length; at += ASKED_AT_ONCE)
    for (const login of await db.all(THERE, asked(subjects.slice(at)))) there.add(keyOf(login));
  return (login) => there.has(keyOf(login));
};

export const link: ImportedLogins['link'] = (email, login) => insert(email, login, 'operator');
