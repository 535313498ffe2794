import { SETTINGS } from '../config.ts';

export function usage(): string {
  const settings = Object.entries(SETTINGS).map(
    ([name, { about, byDefault }]) => `  ${name.padEnd(18)} ${about} (${byDefault})`,
  );
  return `Latchkey: accounts and authentication, self-hosted.

Usage:
  latchkey [serve]                 start the service
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
  latchkey --help | --version

Settings, from the environment or a .env file (default in brackets):
${settings.join('\n')}
`;
}
