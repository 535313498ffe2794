import { LOGINS } from '../src/monitoring/login-metrics.ts';
import { CREDENTIALS } from '../src/store/tables/credential-kinds.ts';
import { MAILBOX_LOGINS } from '../src/store/tables/ways-in.ts';

/** Each question, and how the answer null reads. */
const QUESTIONS = {
  table: ['table', ''],
  where: ['only rows', ''],
  isUsable: ['works', ''],
  listed: ['seen by its owner', 'no'],
  isUnproven: ['removed as unproven', ''],
  isAddedSince: ['removed as added since', 'all are removed anyway'],
  factor: ['second factor', 'no'],
  amr: ['methods of its logins', ''],
  login: ['login without a password', 'no'],
} as const;

const printed = (answer: unknown): string =>
  (typeof answer === 'object' && answer && !Array.isArray(answer)
    ? Object.entries(answer).map(([member, value]) => `${member} ${value}`)
    : [answer].flat()
  ).join(', ') || 'none';

/** Every way in, and what each kind of credential answers. */
export function credentialsList(): string {
  const kinds = Object.entries(CREDENTIALS).flatMap(([kind, answers]) => [
    kind,
    ...Object.entries(QUESTIONS).map(([member, [question, none]]) => {
      const answer: unknown = { where: 'all', isUsable: 'all', ...answers }[member as keyof typeof answers];
      if (answer === undefined) throw new Error(`${kind}: ${question}?`);
      return `  ${question}: ${(answer === null ? none : printed(answer)).replaceAll(/\s+/g, ' ')}`;
    }),
  ]);
  const logins = Object.entries(LOGINS).map(([path, method]) => `  POST ${path}: ${method}`);
  const byMailbox = `  by the mailbox alone: ${MAILBOX_LOGINS.map(({ name }) => name).join(', ') || 'none'}`;
  return `${[HEAD, 'logins', ...logins, byMailbox, ...kinds].join('\n')}\n`;
}

const HEAD = '# Every way in, and every kind of credential, written by `npm run docs`.';
