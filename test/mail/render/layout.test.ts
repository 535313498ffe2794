import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { createMessages } from '../../../src/mail/render/messages.ts';
import type { EmailKind } from '../../../src/store/queues/outbox.ts';
import { KINDS } from '../../../src/store/tables/email-kinds.ts';

const { brand } = readConfig({ SUPPORT_EMAIL: 'help@example.com' }, 2);
const messages = createMessages({ brand });
const LINK = `https://accounts.example.com/verify?token=${'x'.repeat(200)}`;

const render = (kind: EmailKind, language: string) =>
  messages.render(kind, language, {
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    link: LINK,
    deletionAtMs: Date.UTC(2026, 11, 24),
    request: '1 December 2026 at 12:00 UTC',
  });

const words = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();

/** Every kind in every language, with the HTML of the body. */
const all = (Object.keys(KINDS) as EmailKind[]).flatMap((kind) =>
  ['en', 'de', 'fr'].map((language) => {
    const { html, text } = render(kind, language);
    return { name: `${kind} in ${language}`, html, text, body: html.slice(html.indexOf('<body')) };
  }),
);

describe('the HTML of an e-mail', () => {
  it('is laid out by tables alone, as mail programs need it', () => {
    for (const { name, body } of all) {
      assert.doesNotMatch(body, /(?:flex|grid|position|float|calc|var)\b[:(]/, name);
      for (const [table] of body.matchAll(/<table[^>]*>/g)) assert.match(table, /role="presentation"/, name);
      for (const [, width] of body.matchAll(/(?<!max-)width(?:="|:)(\d+)(?!\d*%)/g)) {
        assert.ok(Number(width) <= 600, `${name}: ${width}`);
      }
    }
  });

  it('has what matters beside the words, where no style sheet is read', () => {
    for (const { name, html, body } of all) {
      const cells = [...body.matchAll(/<td([^>]*)>(?=[^<\s])/g)].map(([, attributes = '']) => attributes);
      assert.ok(cells.length > 0, name);
      for (const cell of cells) {
        assert.match(cell, /font-family:/, name);
        assert.match(cell, /color:#/, name);
        assert.match(cell, /font-size:/, name);
      }
      const sheet = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
      assert.doesNotMatch(
        sheet.replace(/@media[^{]+\{(?:[^{}]|\{[^}]*\})*\}/g, ''),
        /\./,
        `${name}: outside of @media`,
      );
    }
  });

  it('keeps its width, its colours and its button in Outlook', () => {
    for (const { name, body } of all) {
      assert.match(body, /<!--\[if mso\]><table [^>]*width="520"[^>]*><tr><td><!\[endif\]-->/, name);
      assert.equal(body.split('<!--[if mso]>').length, body.split('<![endif]-->').length, name);
      for (const [tag, color] of body.matchAll(/<(?:body|table|td)[^>]*[;"]background:(#\w+)[^>]*>/g)) {
        assert.ok(tag.includes(`bgcolor="${color}"`), `${name}: ${tag}`);
      }
      for (const [table] of body.matchAll(/<table[^>]*>/g)) assert.doesNotMatch(table, /(?:margin|padding):/, name);
      const button = /<td[^>]*><a [^>]*display:inline-block[^>]*>/.exec(body)?.[0];
      const [padding, alternative] = [/[^-]padding:([^;]+)/, /mso-padding-alt:([^;"]+)/].map(
        (pattern) => pattern.exec(button ?? '')?.[1],
      );
      assert.equal(padding, alternative, name);
    }
  });

  it('says nothing that the text part does not say too', () => {
    for (const { name, body, text } of all) {
      const flat = text.replaceAll(/[\u2066-\u2069]/g, '');
      const hidden = /Button not working|Button funktioniert nicht|bouton ne fonctionne pas/i;
      const paragraphs = [...body.matchAll(/<p[^>]*>([\s\S]*?)<\/p>|<td class="text"[^>]*>([^<]+)<\/td>/g)];
      const missing = paragraphs
        .map(([, paragraph, cell]) => words(paragraph ?? cell ?? ''))
        .filter((said) => !hidden.test(said) && !flat.includes(said));
      assert.deepEqual(missing, [], name);
    }
  });
});
