import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Reply } from '../api.ts';
import type { User } from '../session.ts';
import type { Security } from './answers.ts';
import type { Said } from './notice.tsx';
import type { SectionName } from './section-in-address.ts';

/** What the cards of the page share. */
export interface Account {
  readonly user: User;
  readonly section: SectionName;
  /** SECOND_FACTOR: until the account has a second factor, most requests are refused. */
  readonly mustSetUp: boolean;
  /** Undefined until it was read. */
  readonly security: Security | undefined;
  /** Why it could not be read. */
  readonly securityProblem: Said | undefined;
  readonly readSecurity: () => Promise<Reply>;
  /** Shows the user as the service has it now. */
  readonly showUser: (user: User) => void;
  /** The session may do everything now. */
  readonly finishSetup: () => Promise<void>;
  /** The account is gone, or will be at this time. */
  readonly deleted: (deletesAt: string | null) => void;
}

export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('the component is outside of the account page');
  return account;
}

/**
 * Loads a list for whoever looks at its section, since it costs a request, and again when the account is shown anew.
 */
export function useWhenSeen(section: SectionName, load: () => unknown): void {
  const account = useAccount();
  useEffect(() => {
    if (account.section === section && !account.mustSetUp) load();
  }, [account.section, account.user, account.mustSetUp]);
}
