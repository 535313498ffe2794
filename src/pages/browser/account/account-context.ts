import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { type NoticeText, refusalNotice } from '../components/notice.tsx';
import type { User } from '../session.ts';
import type { Security } from './answers.ts';
import { requestAsOwner } from './owner.ts';
import type { SectionName } from './section-in-address.ts';

/** State shared by the cards of the page. */
export interface Account {
  readonly user: User;
  readonly section: SectionName;
  /** SECOND_FACTOR: until the account has a second factor, most requests are refused. */
  readonly mustSetUp: boolean;
  /** Undefined until loaded. */
  readonly security: Security | undefined;
  /** The reason why it could not be loaded. */
  readonly securityProblem: NoticeText | undefined;
  readonly readSecurity: () => Promise<Reply>;
  /** Shows the user's current data. */
  readonly showUser: (user: User) => void;
  /** The session is no longer limited. */
  readonly finishSetup: () => Promise<void>;
  /** The account is deleted, or will be at this time. */
  readonly deleted: (deletesAt: string | null) => void;
}

export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('the component is outside of the account page');
  return account;
}

/** The answer of an operation. Keeps the last answer if a reload fails. */
export function useAnswer<Data>(path: string, loaded?: (data: Data) => void) {
  const [data, setData] = useState<Data>();
  const [noticeText, setNoticeText] = useState<NoticeText>();
  const load = async () => {
    const reply = await requestAsOwner('GET', path);
    setNoticeText(reply.ok ? undefined : refusalNotice(reply));
    if (!reply.ok) return reply;
    setData(reply.data as Data);
    loaded?.(reply.data as Data);
    return reply;
  };
  return { data, noticeText, setNoticeText, load };
}

/** Loads a list when the security section opens, and again when the account is shown again. */
export function useSecurityList<Data>(path: string, loaded?: (data: Data) => void) {
  const { section, user, mustSetUp } = useAccount();
  const answer = useAnswer<Data>(path, loaded);
  useEffect(() => {
    if (section !== 'security' || mustSetUp) return;
    answer.setNoticeText(undefined);
    void answer.load();
  }, [section, user, mustSetUp]);
  return answer;
}
