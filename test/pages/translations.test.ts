import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CONSOLE_TEXTS } from '../../src/console/texts/languages.ts';
import { EMAIL_TEXTS } from '../../src/mail/texts/languages.ts';
import { PAGE_TEXTS } from '../../src/pages/texts/languages.ts';

/** Texts by their path, such as `login.title`. */
const flat = (texts: object, path = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${path}${key}`, text] as const] : [...flat(text, `${path}${key}.`)],
    ),
  );

const placeholders = (text = ''): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the translations', () => {
  for (const [name, texts] of Object.entries({ pages: PAGE_TEXTS, console: CONSOLE_TEXTS, emails: EMAIL_TEXTS })) {
    const english = flat(texts.en);
    for (const [language, translated] of Object.entries(texts)) {
      if (language === 'en') continue;
      const translation = flat(translated);
      it(`has every text of the ${name} in ${language}, and no other`, () => {
        assert.deepEqual([...translation.keys()].sort(), [...english.keys()].sort());
      });

      it(`keeps the placeholders of the ${name} in ${language}`, () => {
        for (const [path, text] of english) {
          // The form for one may say "one" in words.
          if (path.endsWith('.one')) continue;
          assert.deepEqual(placeholders(translation.get(path)), placeholders(text), `${language} ${path}`);
        }
        assert.doesNotMatch([...translation.values()].join('\n'), /\{lifetime:|undefined/);
      });

      it(`is a file for the ${name} in ${language} that translators' tools can open and write back`, () => {
        const file = new URL(`../../src/${name.replace('emails', 'mail')}/texts/${language}.json`, import.meta.url);
        const text = readFileSync(file, 'utf8');
        assert.equal(text, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
      });
    }
  }
});
