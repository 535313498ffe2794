import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { registration, startService, verified } from '../support/service.ts';

const ARABIC = { pages: { login: { title: 'تسجيل الدخول', keep: 'البقاء متصلا', forgot: 'نسيت كلمة المرور؟' } } };

describeInBrowser('a brand of its own', (visit) => {
  it('has its styles, its industries and its languages', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-brand-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'texts'));
    writeFileSync(join(folder, 'texts/ar.json'), JSON.stringify(ARABIC));
    writeFileSync(join(folder, 'brand.css'), ':root { --canvas: rgb(255, 240, 220); --radius: 0; --font: monospace }');
    const service = await startService(t, 'sqlite', {
      ...OWN_PAGES,
      CUSTOM_CSS: join(folder, 'brand.css'),
      TEXTS_DIR: join(folder, 'texts'),
      INDUSTRIES: 'Arts & crafts, Farming, Other',
    });
    const { page } = await visit(t, service);

    await page.goto('/register');
    const style = 'getComputedStyle(document.body)';
    assert.equal(await page.evaluate(`${style}.backgroundColor`), 'rgb(255, 240, 220)');
    assert.equal(await page.evaluate(`${style}.fontFamily`), 'monospace');

    await page.getByRole('link', { name: 'Deutsch' }).click();
    await untilSeen(page, 'Vor- und Nachname');
    await page.goto('/register');
    const { industry: _, ...person } = registration();
    await fillIn(page, person);
    await press(page, 'Konto erstellen');
    await page.locator('#industry-error:not([hidden])').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'industry');
    await page.locator('#industry').selectOption('Arts & crafts');
    assert.equal(await page.locator('#industry').getAttribute('aria-invalid'), null);
    await press(page, 'Konto erstellen');
    await page.locator('#registered:not([hidden])').waitFor();
    const [email] = await service.emailsTo(person.email);
    assert.match(email?.text ?? '', /^Guten Tag/);
    const [user] = await service.db.all<{ industry: string }>('SELECT industry FROM users');
    assert.equal(user?.industry, 'Arts & crafts');

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/login?lang=ar');
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
    const box = await page.locator('.reveal').boundingBox();
    assert.ok(box && box.x < 100, 'the eye is at the end of the line, which is on the left');

    // An account from before the list keeps what it has until another is chosen.
    const account = await verified(service, { industry: 'Poetry' });
    await openAs(page, service, account, '/account?lang=en');
    await untilSeen(page, account.email);
    const industry = page.locator('#industry');
    assert.equal(await industry.inputValue(), 'Poetry');
    await industry.selectOption('Farming');
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    assert.equal(await industry.inputValue(), 'Farming');
  });
});
