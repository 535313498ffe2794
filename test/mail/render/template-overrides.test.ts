import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { mailTemplatesCommand } from '../../../src/cli/mail-templates.ts';
import { readConfig } from '../../../src/config/config.ts';
import { BUILT_IN_LANGUAGES } from '../../../src/config/languages.ts';
import { readMailLogos } from '../../../src/mail/render/logo.ts';
import { createMessages } from '../../../src/mail/render/messages.ts';
import { readTemplates } from '../../../src/mail/render/template-overrides.ts';
import { EMAIL_KINDS } from '../../../src/store/queues/outbox.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { pngOf } from '../../support/png.ts';
import { linksIn, registered, startService } from '../../support/service.ts';

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-templates-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const TXT = 'Subject: Welcome to {{product}}\n\nDear {{name}}, {{link}} ({{expiry}}, {{support}})\n';
const HTML = '<p>Dear {{name}}, <a href="{{link}}">come in</a> within {{expiry}}</p>';

describe('own templates', () => {
  it('replace the e-mails they are named after, and no other', async (t) => {
    const folder = folderWith(t, { 'verification.en.txt': TXT, 'verification.en.html': HTML });
    const service = await startService(t, 'sqlite', { MAIL_TEMPLATES_DIR: folder, SUPPORT_EMAIL: 'help@example.com' });
    const { email } = await registered(service, { full_name: '<i>{{link}}</i>' });
    const [message] = await service.emailsTo(email);
    assert.ok(message);
    assert.equal(message.subject, 'Welcome to Latchkey');
    const [link] = linksIn(message);
    assert.equal(message.text.trim(), `Dear <i>{{link}}</i>, ${link} (24 hours, help@example.com)`);
    assert.equal(
      message.html.trim(),
      `<p>Dear &lt;i&gt;{{link}}&lt;/i&gt;, <a href="${String(link).replaceAll('&', '&amp;')}">come in</a> within ` +
        '24 hours</p>',
    );
    await service.request('POST', '/api/forgot-password', { body: { email } });
    assert.equal((await service.emailsTo(email)).at(-1)?.subject, 'Reset your Latchkey password');
  });

  const WRONG: [files: Record<string, string>, problem: RegExp][] = [
    [{ 'welcome.txt': TXT }, /welcome\.txt is not a template/],
    [{ 'verification.it.txt': TXT, 'verification.it.html': HTML }, /verification\.it\.html is not a template in en, /],
    [{ 'verification.en.txt': TXT }, /needs both verification\.en\.txt and verification\.en\.html/],
    [{ 'verification.en.txt': 'Hello {{link}}', 'verification.en.html': HTML }, /must begin with a line "Subject/],
    [{ 'verification.en.txt': TXT, 'verification.en.html': '<a href="{{lnk}}">' }, /html uses \{\{lnk\}\}/],
    [{ 'verification.en.txt': 'Subject: Hi\n\nHi\n', 'verification.en.html': HTML }, /txt has no \{\{link\}\}/],
    [{ 'verification.en.txt': TXT, 'verification.en.html': 'Hi {{link}}' }, /html has no href="\{\{link\}\}"/],
    [{ 'verification.en.txt': `Subject: Hi {{name}}\n\n{{link}}`, 'verification.en.html': HTML }, /in its subject/],
  ];
  for (const [files, problem] of WRONG) {
    it(`are refused as a whole: ${problem.source}`, (t) => {
      assert.throws(() => readTemplates(folderWith(t, files), BUILT_IN_LANGUAGES), problem);
    });
  }

  it('that are wrong stop the start with one line', async (t) => {
    const folder = folderWith(t, { 'welcome.txt': TXT });
    const main = new URL('../../../src/start.js', import.meta.url).pathname;
    const env = { MAIL_TEMPLATES_DIR: folder, DATA_DIR: join(folderWith(t, {}), 'data'), PORT: '0' };
    const failure = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [main], { env, cwd: folder }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    assert.deepEqual(
      { ...failure, lines: failure.stderr.trim().split('\n').length },
      { ...failure, code: 1, lines: 1 },
    );
    assert.match(failure.stderr, /^latchkey: MAIL_TEMPLATES_DIR: welcome\.txt is not a template/);
  });
});

describe('latchkey mail templates', () => {
  it('writes templates that say what the built-in e-mails say, and overwrites none', async (t) => {
    const folder = join(folderWith(t, {}), 'mail');
    const logo = join(folderWith(t, {}), 'logo.png');
    writeFileSync(logo, pngOf(32, 32, [0, 0, 0, 255]));
    const config = readConfig({ SUPPORT_EMAIL: 'help@example.com', MAIL_LOGO: logo }, 1);
    const logos = readMailLogos(config);
    const { brand } = config;
    mailTemplatesCommand(config, [folder], () => {});
    const own = createMessages({ brand, logos, templates: readTemplates(folder, BUILT_IN_LANGUAGES) });
    for (const kind of EMAIL_KINDS) {
      const contents = {
        fullName: 'Ada & Co',
        email: 'ada@example.com',
        link: 'https://app.example.com/?a=1&b=2',
        request: { atMs: Date.UTC(2026, 10, 15, 19, 54) },
      };
      for (const language of BUILT_IN_LANGUAGES) {
        assert.deepEqual(
          own.render(kind, language, contents),
          createMessages({ brand, logos }).render(kind, language, contents),
        );
      }
    }
    assert.throws(() => mailTemplatesCommand(config, [folder], () => {}), /EEXIST/);
  });
});
