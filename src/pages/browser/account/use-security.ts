import { useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import type { Account } from './account-context.ts';
import type { Security } from './answers.ts';
import { type Said, sayRefusal } from './notice.tsx';
import { requestAsOwner } from './owner.ts';

/** Asked for by several cards at once, fetched once. */
let reading: Promise<Reply> | undefined;

function read(): Promise<Reply> {
  reading ??= requestAsOwner('GET', '/api/me/security').finally(() => {
    reading = undefined;
  });
  return reading;
}

/** How the account is protected, for all cards. What was read before stays when it cannot be read again. */
export function useSecurity(): Pick<Account, 'security' | 'securityProblem' | 'readSecurity'> {
  const [security, setSecurity] = useState<Security>();
  const [securityProblem, setProblem] = useState<Said>();
  const readSecurity = async () => {
    const reply = await read();
    if (reply.ok) setSecurity(reply.data as Security);
    setProblem(reply.ok ? undefined : sayRefusal(reply));
    return reply;
  };
  return { security, securityProblem, readSecurity };
}
