import { SETTINGS } from '../settings.ts';

export const COMMANDS = `  latchkey [serve]                 start the service
  latchkey users list              every account, one a line
  latchkey users show <email>      one account
  latchkey users suspend <email>   end the session and refuse the next login
  latchkey users reinstate <email> let a suspended account log in again
  latchkey users promote <email>   make it an ADMIN
  latchkey users demote <email>    make it a USER
  latchkey keys list               the signing keys: name, algorithm, state, since when, fingerprint
  latchkey keys rotate [--alg EdDSA|ES256|HS256] [--now]
                                   a new key that signs in a minute (or now); the others still verify
  latchkey keys retire <kid> [--force]
                                   refuse the tokens of a key that signs no more
  latchkey audit [--user <email>] [--event <name>] [--since 24h] [--limit 100] [--json]
                                   the latest security events: time, event, account, address, user agent
  latchkey sessions revoke-all     end every session and outstanding reset link, after a restore
  latchkey backup <file>           copy the embedded database while it is in use
  latchkey migrate-to <url>        copy the embedded database into an empty PostgreSQL
  latchkey mail list [<state>]     e-mails that wait or were given up; or all waiting, sent, superseded or dead
  latchkey mail show <id>          one e-mail, with what the mail server answered
  latchkey mail retry <id> | dead  try it again now, or all that were given up
  latchkey mail drop <id> | dead   remove it unsent, or all that were given up
  latchkey mail templates <folder> write the built-in e-mails there, as templates to change
  latchkey --help | --version
`;

export function usage(): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length));
  const settings = Object.entries(SETTINGS).map(
    ([name, { about, byDefault }]) => `  ${name.padEnd(width)} ${about} (${byDefault})`,
  );
  return `Latchkey: accounts and authentication, self-hosted.

Usage:
${COMMANDS}
Settings, from the environment or a .env file (default in brackets):
${settings.join('\n')}
`;
}
