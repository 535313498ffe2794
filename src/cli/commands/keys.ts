import type { Command } from '../framework/command.ts';

const keys = (action: 'list' | 'rotate' | 'retire'): Pick<Command, 'run'> => ({
  run: async (context) => (await import('../signing-keys.ts')).keys(action)(context),
});

export const KEY_COMMANDS: readonly Command[] = [
  {
    words: ['keys', 'list'],
    parameters: '',
    about: 'list the signing keys',
    ...keys('list'),
  },
  {
    words: ['keys', 'rotate'],
    parameters: '[--alg EdDSA|ES256|RS256|HS256] [--in 24h | --now]',
    about: 'create a key that signs in a minute; the others still verify',
    details: [
      '--alg   EdDSA, ES256 or RS256, which applications verify by /.well-known/jwks.json; HS256 needs the secret to ' +
        'verify.',
      '        By default that of the current key, else EdDSA; for apps (OPENID=on) RS256 instead of EdDSA',
      '--in    publish it now and sign with it after this time, 1m to 400d: for services that cache the key set for ' +
        'long,',
      '        or that must first move from a shared secret to the key set',
      '--now   sign with it immediately, before other instances and caches know it: after a leak. Services with a ' +
        'cached key set refuse',
      '        new tokens until they fetch it again: most within half a minute, some libraries later',
      'Example: latchkey keys rotate --alg RS256 --in 24h',
    ],
    options: ['alg', 'in', 'now'],
    changes: true,
    ...keys('rotate'),
  },
  {
    words: ['keys', 'retire'],
    parameters: '<kid> [--force]',
    about: 'refuse the tokens of a key that no longer signs',
    details: ['--force   even if its tokens may be in use: their holders must log in or request a link again'],
    options: ['force'],
    changes: true,
    ...keys('retire'),
  },
  {
    words: ['data-keys', 'list'],
    parameters: '',
    about: 'list DATA_KEYS and check that sealed values open',
    run: async (context) => (await import('../data-keys.ts')).listDataKeys(context),
  },
  {
    words: ['data-keys', 'rotate'],
    parameters: '',
    about: 'seal everything again with the first of DATA_KEYS',
    details: [
      '1. Put a new key first: DATA_KEYS=new:<secret>, old:<secret>; restart every instance.',
      '2. latchkey data-keys rotate',
      '3. Once no backup needs the old key, remove it and restart.',
    ],
    changes: true,
    run: async (context) => (await import('../data-keys.ts')).rotateDataKeys(context),
  },
];
