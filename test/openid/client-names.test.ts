import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenNameRule } from '../../src/features/openid/clients/client-rules.ts';
import { readDocument } from '../../src/features/openid/provider/client-document.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { DOCUMENT } from '../support/agent.ts';
import { OPENID } from '../support/openid.ts';
import { newClient } from '../support/openid-clients.ts';
import { startService } from '../support/service.ts';

/** Names in which there is nothing to see. */
const INVISIBLE: Readonly<Record<string, string>> = {
  'no-break spaces': '\u00a0\u2007\u202f',
  'ideographic spaces': '\u3000\u3000',
  'a zero-width space': '\u200b',
  'zero-width joiners': '\u200c\u200d',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a combining grapheme joiner': '\u034f',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'Khmer vowels that are not drawn': '\u17b4\u17b5',
  'a Mongolian vowel separator': '\u180e',
  'a blank of Braille': '\u2800',
  'a note without a head': '\u{1d159}',
  'invisible signs of mathematics': '\u2061\u2062\u2063\u2064',
  'variation selectors': '\ufe0f\ufe00\u{e0100}',
  'tag characters': '\u{e0041}\u{e0067}',
  'marks without a letter': '\u0301\u0308',
  'an object that is not there': '\ufffc',
  'private characters': '\ue000\u{f0000}',
};

/** Names that are read as others than they are. */
const DECEIVING: Readonly<Record<string, string>> = {
  'a right-to-left override': 'Agent\u202etxt',
  'a left-to-right mark': 'Agent\u200e',
  'a right-to-left mark': 'Agent\u200f',
  'an Arabic letter mark': 'Agent\u061c',
  'an isolate': '\u2067Agent\u2069',
  'a line break': 'Agent\nof somebody',
  'a line separator': 'Agent\u2028of somebody',
  'an escape': 'Agent\u001b[2J',
  'a C1 control': 'Agent\u0085',
  'a lone surrogate': 'Agent\ud800',
  'a zero-width space': 'Ag\u200bent',
  'a tag': 'Agent\u{e0067}',
  'a filler': 'Agent\u3164',
};

const FINE = ['Shop', 'Café 24/7', '日本語', 'می‌خواهم', '👩‍💻 Dev', '❤️', '한국어', 'हिन्दी', '+', 'A\u0301'];

const ID = 'https://agent.example/client.json';
const nameOf = (client_name: unknown): string => readDocument(ID, { ...DOCUMENT, client_id: ID, client_name }).name;

describe('the name of a client', () => {
  it('is one that people can see', () => {
    for (const name of FINE) {
      assert.equal(brokenNameRule(name), undefined, name);
      assert.equal(nameOf(name), name);
    }
    for (const [what, name] of [...Object.entries(INVISIBLE), ...Object.entries(DECEIVING)])
      assert.notEqual(brokenNameRule(name), undefined, what);
  });

  it('is the host of an agent whose document has none to see, and a document that deceives is refused', () => {
    for (const name of [undefined, '', ' ', ...Object.values(INVISIBLE)])
      assert.equal(nameOf(name), 'agent.example', JSON.stringify(name));
    for (const name of [...Object.values(DECEIVING), null, 7, ['Shop'], 'x'.repeat(101)])
      assert.throws(() => nameOf(name), /the document has a client_name/, JSON.stringify(name));
  });

  it('is refused by the administration', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const { accessToken: token } = await loggedInAdmin(service);
    for (const name of [...Object.values(INVISIBLE), ...Object.values(DECEIVING)]) {
      const body = { ...newClient(), name };
      const { status, headers } = await service.request('POST', '/api/admin/clients', { token, body });
      assert.deepEqual([status, headers.get('x-error-field')], [400, 'name'], JSON.stringify(name));
    }
  });
});
