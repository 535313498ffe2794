import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { createMessages } from '../../../src/mail/render/messages.ts';
import { toMime } from '../../../src/mail/render/mime.ts';
import { EMAIL_KINDS } from '../../../src/store/queues/outbox.ts';

const brand = (productName: string) => ({
  productName,
  initial: productName.slice(0, 1),
  color: '#2554c7',
  supportEmail: 'help@example.com',
  logoUrl: undefined,
  logoDarkUrl: undefined,
  faviconUrl: undefined,
  termsUrl: undefined,
  privacyUrl: undefined,
});

describe('an e-mail', () => {
  it('reads as it was written, whatever the names in it', async () => {
    const names = [
      'Ada Lovelace',
      'Zoë',
      '漢字 かな',
      '=?utf-8?Q?x?=',
      'a\tb  ',
      '.',
      `${'long '.repeat(60)}`,
      '\u202Eevil',
      '😀',
    ];
    const products = ['Latchkey', 'Größe & Söhne', 'ひらがな'];
    // Each kind in each language for each product, with the names in turn.
    let emails = 0;
    for (const kind of EMAIL_KINDS) {
      for (const language of ['en', 'de', 'fr']) {
        for (const product of products) {
          const fullName = names[Math.floor(emails / products.length) % names.length] ?? '';
          emails += 1;
          const link = `https://app.example.com/verify?token=${'a.b'.repeat(100)}&email=x%40example.com`;
          const email = {
            ...createMessages({ brand: brand(product) }).render(kind, language, {
              fullName,
              email: 'ada@example.com',
              link,
              request: { atMs: 0 },
            }),
            messageId: '<1@example.com>',
            from: `${product} <hello@example.com>`,
            replyTo: product === 'Latchkey' ? undefined : 'help@exämple.com',
            to: `someone+${language}@example.com`,
          };
          const read = await PostalMime.parse(await toMime(email));
          assert.deepEqual(
            [read.from, read.to, read.subject, read.messageId, read.text?.trimEnd(), read.html?.trimEnd()],
            [
              { name: product, address: 'hello@example.com' },
              [{ name: '', address: email.to }],
              email.subject,
              email.messageId,
              email.text.trimEnd(),
              email.html.trimEnd(),
            ],
          );
          const header = (name: string) => read.headers.find(({ key }) => key === name)?.value;
          assert.deepEqual(['auto-submitted', 'x-auto-response-suppress', 'content-language'].map(header), [
            'auto-generated',
            'All',
            language,
          ]);
        }
      }
    }
    assert.ok(emails >= names.length * products.length, 'each name with each product');
  });

  it('has no line that a mail server would have to break, and none that ends its headers early', async () => {
    const email = {
      messageId: '<1@example.com>',
      from: 'Latchkey <hello@example.com>',
      replyTo: undefined,
      to: 'someone@example.com',
      language: 'en' as const,
      subject: `Hello\r\nBcc: everybody@example.com ${'x'.repeat(500)}`,
      text: `${'x'.repeat(2000)}\r\n.\r\nlone \r return`,
      html: `${'ü'.repeat(1000)}\nwhite space \t\nat the end of lines  `,
    };
    const lines = (await toMime(email)).toString('latin1').split('\r\n');
    assert.ok(lines.every((line) => line.length <= 998 && !/[\r\n]/.test(line)));
    assert.ok(!lines.some((line) => line.startsWith('Bcc')));
    const body = lines.slice(lines.indexOf(''));
    assert.ok(body.every((line) => line.length <= 76));
    // Mail servers may remove white space at the end of a line, and change bytes that are not ASCII.
    assert.ok(body.every((line) => /^(?:[\t -~]*[!-~])?$/.test(line)));
  });
});
