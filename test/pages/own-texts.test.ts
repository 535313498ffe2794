import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkTexts, exportTexts } from '../../src/cli/texts.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runProgram } from '../support/command.ts';
import { refusedStart, registration, startService } from '../support/service.ts';

function folderWith(t: TestContext, files: Record<string, object | string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-texts-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

async function page(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  assert.equal(response.status, 200);
  return { text: await response.text(), headers: response.headers };
}

function check(folder: string): string[] {
  const lines: string[] = [];
  checkTexts({ args: [folder], print: (line) => lines.push(line) });
  return lines;
}

const SPANISH = {
  pages: { login: { title: 'Iniciar sesión' } },
  emails: {
    hello: 'Hola, {name}:',
    kinds: { verification: { subject: 'Confirma tu cuenta de {product}', reason: 'Porque sí: {email}' } },
  },
};

describe('TEXTS_DIR', () => {
  it('changes words and adds languages, in pages and e-mails, with English where a text is missing', async (t) => {
    const folder = folderWith(t, {
      'es.json': SPANISH,
      'ar.json': { pages: { login: { title: 'تسجيل الدخول' } } },
      'de.json': {
        pages: { login: { title: 'Hereinspaziert' }, hints: { phone_number: '', industry: 'Weil & darum' } },
      },
      'de-CH.json': { pages: { login: { title: 'Grüezi' }, admin: { users: { title: 'Leute' } } } },
    });
    const service = await startService(t, 'sqlite', { TEXTS_DIR: folder });
    const wishes: [header: string, html: RegExp][] = [
      ['es-MX, en;q=0.5', /<html lang="es">[\s\S]*<h1[^>]*>Iniciar sesión<[\s\S]*Keep me logged in/],
      ['ar', /<html lang="ar" dir="rtl">[\s\S]*تسجيل الدخول/],
      ['de-AT', /<html lang="de">[\s\S]*Hereinspaziert[\s\S]*Passwort vergessen/],
      ['de-ch', /<html lang="de-CH">[\s\S]*Grüezi[\s\S]*Passwort vergessen/],
      ['it', /<html lang="en">[\s\S]*<h1[^>]*>Log in</],
    ];
    for (const [header, html] of wishes) {
      assert.match((await page(`${service.url}/login`, { 'accept-language': header })).text, html, header);
    }
    const { text: screen } = await page(`${service.url}/admin/users`, { 'accept-language': 'de-CH' });
    assert.match(screen, /<title>Leute · Latchkey<[\s\S]*>Konsole</);
    const { text: form } = await page(`${service.url}/register`, { 'accept-language': 'de' });
    assert.match(form, /id="industry-hint">Weil &amp; darum</);
    assert.doesNotMatch(form, /phone_number-hint/);
    const body = registration();
    await service.request('POST', '/api/register', { body, headers: { 'accept-language': 'es' } });
    const [message] = await service.emailsTo(body.email);
    assert.equal(message?.subject, 'Confirma tu cuenta de Latchkey');
    assert.equal(message?.headers.get('content-language'), 'es');
    assert.match(
      message?.text ?? '',
      new RegExp(`^Hola, Ada Lovelace:[\\s\\S]*24 horas[\\s\\S]*Porque sí: ${body.email}`),
    );
    assert.match(message?.html ?? '', /<html lang="es" dir="ltr">/);
    const warnings = service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /lacks texts/.test(msg));
    assert.deepEqual(
      warnings.map(({ language, first }) => `${language} ${first.replace(/\w+$/, '…')}`),
      ['ar pages.actions.…', 'es pages.actions.…'],
    );
  });

  it('with LANGUAGES offers only those, and the first to everybody else', async (t) => {
    const settings = { TEXTS_DIR: folderWith(t, { 'es.json': SPANISH }), LANGUAGES: 'es, fr' };
    const service = await startService(t, 'sqlite', settings);
    for (const [header, language] of [
      ['de', 'es'],
      ['fr', 'fr'],
    ] as const) {
      const { text } = await page(`${service.url}/login`, { 'accept-language': header });
      assert.match(text, new RegExp(`<html lang="${language}">`));
      assert.deepEqual(
        [...text.matchAll(/hreflang="([^"]+)"/g)].map(([, tag]) => tag),
        ['es', 'fr'].filter((one) => one !== language),
      );
    }
    const body = registration();
    await service.request('POST', '/api/register', { body });
    assert.equal((await service.emailsTo(body.email))[0]?.subject, 'Confirma tu cuenta de Latchkey');
    const wrong = await refusedStart(t, { ...settings, LANGUAGES: 'es, it' });
    assert.match(wrong, /^TEXTS_DIR: LANGUAGES names it, which is not built in.*$/);
  });

  const WRONG: [files: Record<string, object | string>, problem: RegExp][] = [
    [{ 'spanish.json': {} }, /spanish\.json is not named after a language/],
    [{ 'pt-br.json': {} }, /Call it pt-BR\.json/],
    [{ 'es.txt': 'x' }, /es\.txt is not named after a language/],
    [{ 'es.json': '{"pages": {' }, /es\.json is not valid JSON: /],
    [{ 'es.json': '[]' }, /must be an object with pages and emails/],
    [{ 'es.json': { page: {} } }, /page is no section/],
    [{ 'es.json': { pages: 'x' } }, /pages must be an object with texts/],
    [{ 'es.json': { pages: { login: null } } }, /pages\.login must be an object with texts/],
    [{ 'es.json': { pages: { login: { titel: 'x' } } } }, /pages\.login\.titel is not a known text/],
    [{ 'es.json': { pages: { admin: { titel: 'x' } } } }, /pages\.admin\.titel is not a known text/],
    [{ 'es.json': { pages: { admin: 'x' } } }, /pages\.admin must be an object with texts/],
    [{ 'es.json': '{"pages": {"__proto__": {"x": "y"}}}' }, /pages\.__proto__ is not a known text/],
    [{ 'es.json': { pages: { login: { title: 7 } } } }, /must be a text in quotes/],
    [{ 'es.json': { pages: { login: { title: ' ' } } } }, /must not be empty/],
    [{ 'es.json': { pages: { login: { title: 'a\nb' } } } }, /must be one line/],
    [{ 'es.json': { pages: { login: { title: 'a <b>b</b>' } } } }, /must be plain text/],
    [{ 'es.json': { pages: { login: { title: '{name}' } } } }, /uses \{name\}, but has no placeholders/],
    [{ 'es.json': { emails: { hello: 'Hola {product}' } } }, /uses \{product\}, but can use \{name\} only/],
    [{ 'es.json': { pages: { register: { agreement: 'Vale' } } } }, /needs \{terms\}, which becomes a link/],
  ];
  it('is refused as a whole for one mistake', (t) => {
    for (const [files, problem] of WRONG) assert.throws(() => check(folderWith(t, files)), problem, problem.source);
    assert.throws(() => check('/no/such'), { message: 'TEXTS_DIR: /no/such cannot be read: it does not exist' });
  });

  it('may have texts that only an earlier version had', (t) => {
    const settings = { about: { PORT: 'El puerto' }, defaults: { SMTP_URL: 'el buzón' } };
    assert.deepEqual(check(folderWith(t, { 'de.json': { pages: { admin: { settings } } } })), ['de: no problems']);
  });

  it('of the example in the documentation is right', () => {
    const folder = join(import.meta.dirname, '../../docs/brands/faro/texts');
    assert.throws(() => check(folder), /shown in English, because missing: \d+ texts/);
  });

  it('that is wrong stops the start with one line', async (t) => {
    const folder = folderWith(t, { 'es.json': { pages: { login: { titel: 'x' } } } });
    const { code, stderr } = await runProgram([], { TEXTS_DIR: folder, DATA_DIR: join(folder, '.data'), PORT: '0' });
    assert.equal(code, 1);
    assert.match(stderr, /^latchkey: TEXTS_DIR: es\.json: pages\.login\.titel is not a known text\.[^\n]*\n$/);
  });
});

describe('latchkey texts', () => {
  it('exports texts that the check accepts, and overwrites none', (t) => {
    const folder = join(folderWith(t, {}), 'texts');
    const print = () => {};
    exportTexts({ args: [folder], print });
    exportTexts({ args: [folder, 'es'], print });
    assert.deepEqual(readdirSync(folder).sort(), ['de.json', 'en.json', 'es.json', 'fr.json']);
    assert.deepEqual(check(folder), ['de, en, es, fr: no problems']);
    assert.throws(() => exportTexts({ args: [folder, 'es'], print }), /EEXIST.*es\.json/);
    assert.throws(() => exportTexts({ args: [folder, 'español'], print }), /español is not a language/);
    const texts = JSON.parse(readFileSync(join(folder, 'es.json'), 'utf8'));
    delete texts.pages.login.title;
    writeFileSync(join(folder, 'es.json'), JSON.stringify(texts));
    assert.throws(() => check(folder), /missing: 1 text$/);
  });
});

describe('the choice of a language', () => {
  it('stays, beats the browser, and is offered on every page, without the token of a mailed link', async (t) => {
    const { url } = await startService(t, 'sqlite');
    const browser = { 'accept-language': 'de' };
    const first = await page(`${url}/login`, browser);
    assert.equal(first.headers.get('set-cookie'), null);
    assert.match(first.text, /<span lang="de" aria-current="true">Deutsch<\/span>/);
    assert.match(first.text, /<a href="\?lang=fr" lang="fr" hreflang="fr"[^>]*>Français<\/a>/);
    const chosen = await page(`${url}/login?lang=fr`, browser);
    assert.match(chosen.text, /<html lang="fr">/);
    const [, cookie = ''] =
      /^(lang=fr); Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/.exec(chosen.headers.get('set-cookie') ?? '') ??
      [];
    assert.notEqual(cookie, '');
    const later = await page(`${url}/register`, { ...browser, cookie: `a=b; ${cookie}` });
    assert.match(later.text, /<html lang="fr">/);
    assert.match(later.headers.get('vary') ?? '', /Cookie/);
    assert.equal(later.headers.get('set-cookie'), null);
    for (const nonsense of ['xx', '%0d%0aset-cookie:x=y', 'constructor', '']) {
      const { text, headers } = await page(`${url}/login?lang=${nonsense}`, { ...browser, cookie: `lang=${nonsense}` });
      assert.match(text, /<html lang="de">/);
      assert.equal(headers.get('set-cookie'), null);
    }
    for (const path of ['/verify', '/reset-password']) {
      const { text } = await page(`${url}${path}?token=secret`);
      assert.match(text, /<a href="\?lang=fr"/);
      assert.doesNotMatch(text, /secret/);
    }
  });
});
