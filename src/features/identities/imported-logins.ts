import type { ImportedLogins } from '../../core/registration/import-accounts.ts';
import { ASKED_AT_ONCE, asked } from '../../store/tables/imported-accounts.ts';
import { insert, LINKED, type LinkedLogin } from './table.ts';

const keyOf = ({ issuer, subject }: LinkedLogin): string => `${issuer} ${subject}`;

export const areTaken: ImportedLogins['areTaken'] = async (db, logins) => {
  const subjects = logins.map(({ subject }) => subject);
  const there = new Set<string>();
  for (let at = 0; at < subjects.length; at += ASKED_AT_ONCE)
    for (const login of await db.all(LINKED, asked(subjects.slice(at)))) there.add(keyOf(login));
  return (login) => there.has(keyOf(login));
};

export const link: ImportedLogins['link'] = (email, login) => insert(email, login, 'operator');
