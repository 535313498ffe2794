import type { Journal } from './journal.ts';

/** One who uses the service without pause, and remembers what it was promised. */
export interface Actor {
  step(): Promise<void>;
  /** Once all is well again: is everything as it was promised? */
  finalCheck(): Promise<void>;
}

let registered = 0;

export function createRegistrar(journal: Journal): Actor {
  return {
    async step() {
      registered += 1;
      const email = `newcomer${registered}@example.com`;
      const entry = await journal.send('/api/register', {
        full_name: 'New Comer',
        email,
        password: 'Newcomer1',
        industry: 'Testing',
        phone_number: `+1 555 ${registered}`,
      });
      journal.registrations.push({ email, outcome: entry.outcome });
    },
    async finalCheck() {},
  };
}

/**
 * Logs in, refreshes, changes the password, over and over. It is the only one to use its account, so nothing may
 * surprise it.
 */
export function createOwner(journal: Journal, email: string, password: string): Actor {
  /** More than one only after a change whose outcome is unknown. */
  let passwords = [password];
  let changes = 0;
  /** Sessions that an acknowledged change of password has ended. */
  const ended: string[] = [];

  async function logIn(): Promise<{ access_token: string; refresh_token: string } | undefined> {
    for (const candidate of passwords) {
      const { outcome, status, data } = await journal.send('/api/login', { email, password: candidate });
      if (outcome === 'acknowledged') {
        passwords = [candidate];
        return data;
      }
      if (outcome === 'unknown') return undefined;
      if (status !== 401) journal.violations.push(`login of ${email} answered ${status}`);
    }
    journal.violations.push(`lost: no password of ${email} works, of ${passwords.length}`);
    return undefined;
  }

  async function changePassword(session: { access_token: string; refresh_token: string }): Promise<void> {
    const [current = ''] = passwords;
    changes += 1;
    const next = `Changed${changes}`;
    const body = { current_password: current, new_password: next };
    const { outcome, status } = await journal.send('/api/change-password', body, session.access_token);
    if (outcome === 'unknown') passwords = [current, next];
    if (outcome === 'refused') journal.violations.push(`change of password of ${email} answered ${status}`);
    if (outcome === 'acknowledged') {
      passwords = [next];
      ended.push(session.refresh_token);
    }
  }

  async function expectRefresh(refreshToken: string, expected: 200 | 401, otherwise: string): Promise<void> {
    const { outcome, status } = await journal.send('/api/refresh', { refresh_token: refreshToken });
    if (outcome !== 'unknown' && status !== expected) journal.violations.push(`${otherwise} of ${email}`);
  }

  return {
    async step() {
      const session = await logIn();
      if (!session) return;
      await expectRefresh(session.refresh_token, 200, 'lost: a session');
      await changePassword(session);
    },
    async finalCheck() {
      const session = await logIn();
      if (!session) journal.violations.push(`${email} cannot log in once all is well`);
      for (const token of ended) await expectRefresh(token, 401, 'alive after its end: a session');
    },
  };
}
