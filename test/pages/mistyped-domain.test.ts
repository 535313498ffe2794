import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctedAddress } from '../../src/pages/browser/mistyped-domain.ts';

describe('an address with a mistyped domain', () => {
  for (const [typed, meant] of [
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmal.com', 'ada@gmail.com'],
    ['ada@gmaill.com', 'ada@gmail.com'],
    ['ada@gnail.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@gmail.co', 'ada@gmail.com'],
    ['ada@gmil.con', 'ada@gmail.com'],
    ['ada@hotmial.com', 'ada@hotmail.com'],
    ['ada@hotmal.fr', 'ada@hotmail.fr'],
    ['ada@outlok.com', 'ada@outlook.com'],
    ['ada@yaho.com', 'ada@yahoo.com'],
    ['ada@icoud.com', 'ada@icloud.com'],
    ['ada@wbe.de', 'ada@web.de'],
    ['ada@gmx.d', 'ada@gmx.de'],
    ['ada@hotmail.cmo', 'ada@hotmail.com'],
    ['ada@orange.rf', 'ada@orange.fr'],
    ['ada@mail.d', 'ada@mail.de'],
    ['ada@t-onlne.de', 'ada@t-online.de'],
    ['ada@wanado.fr', 'ada@wanadoo.fr'],
    [' Ada+Books@GMIAL.com ', 'Ada+Books@gmail.com'],
    ['"a@b"@gmial.com', '"a@b"@gmail.com'],
  ] as const) {
    it(`${typed} is taken for ${meant}`, () => assert.equal(correctedAddress(typed), meant));
  }

  it('is not seen where it is known, another one, or not there yet', () => {
    for (const typed of [
      ...[
        '',
        'ada',
        '@',
        'ada@',
        '@gmial.com',
        'ada@g',
        'ada@gmail',
        'ada@example.com',
        'ada@example.org',
        'ada@gmail.com',
      ],
      ...['ada@GMAIL.COM', 'ada@gmx.de', 'ada@gmx.net', 'ada@mail.com', 'ada@email.com', 'ada@ymail.com'],
      ...['ada@yahoo.de', 'ada@acme.com', 'ada@uni-bonn.de', 'ada@bbc.co.uk', 'ada@eth.ch', 'ada@wdr.de'],
    ])
      assert.equal(correctedAddress(typed), undefined, typed);
  });

  for (const domain of [
    ...['hotmail.it', 'hotmail.es', 'hotmail.nl', 'hotmail.be', 'outlook.it', 'outlook.es', 'outlook.at', 'outlook.pt'],
    ...['yahoo.ca', 'protonmail.ch', 'posteo.net', 'fastmail.fm', 'orange.es', 'email.cz', 'my.com', 'gmail.de'],
    ...['live.nl', 'aol.fr', 'hotmial.be'],
  ]) {
    it(`${domain} is another one`, () => assert.equal(correctedAddress(`ada@${domain}`), undefined));
  }

  it('is looked for in no time, however long it is', () => {
    assert.equal(correctedAddress(`ada@${'gmial.'.repeat(10_000)}com`), undefined);
  });
});
