import assert from 'node:assert/strict';
import { describeInBrowser, fillIn, it, OWN_PAGES, openAs, press, untilSeen } from '../support/browser.ts';
import { registration, startService, verified } from '../support/service.ts';

describeInBrowser('the field for a phone number', (visit) => {
  it('completes what is typed with the code of the chosen country, and shows that of other numbers', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { page } = await visit(t, service, { locale: 'en-GB', viewport: { width: 320, height: 640 } });
    await page.goto('/register');
    const [number, country] = [page.locator('#phone_number'), page.locator('#phone_country')];
    const enter = async (text: string) => {
      await number.fill(text);
      await number.blur();
      return [await number.inputValue(), await country.inputValue()];
    };
    assert.equal(await country.inputValue(), 'GB', 'that of the browser’s language');
    assert.equal(await number.getAttribute('placeholder'), '+44');
    assert.deepEqual(await enter('020 7946 0815'), ['+44 20 7946 0815', 'GB']);
    assert.deepEqual(await enter('(020) 7946-0815'), ['+44 (20) 7946-0815', 'GB']);
    for (const [entered, sent, shown] of [
      ['+49 (0)30 1234567', '+49 (0)30 1234567', 'DE'],
      ['0049 30 1234567', '+49 30 1234567', 'DE'],
      ['+1 242 555 0143', '+1 242 555 0143', 'BS'],
      ['+1-202-555-0143', '+1-202-555-0143', 'US'],
      ['n/a', 'n/a', 'US'],
    ]) {
      assert.deepEqual(await enter(entered ?? ''), [sent, shown]);
    }
    // By the keyboard: the letters of its name choose a country, and the number keeps what follows its code.
    await enter('+1 202 555 0143');
    await country.focus();
    await page.keyboard.type('Canad');
    assert.equal(await number.inputValue(), '+1 202 555 0143', 'the same code');
    assert.deepEqual(
      await enter('+1 202 555 0144'),
      ['+1 202 555 0144', 'CA'],
      'of two with one code, the chosen one stays',
    );
    await country.selectOption('IT');
    assert.equal(await number.inputValue(), '+39 202 555 0144');
    assert.deepEqual(await enter('06 1234'), ['+39 06 1234', 'IT'], 'a zero that belongs to the number');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);

    const body = registration();
    await fillIn(page, { ...body, phone_number: '020 7946 0000' });
    await country.selectOption('GB');
    const sent = page.waitForRequest('**/api/register');
    await page.locator('#password').press('Enter');
    assert.equal((await sent).postDataJSON().phone_number, '+44 20 7946 0000');
    await untilSeen(page, 'Check your inbox');
  });

  it('leaves the number of an account until it is edited, and offers the deployment’s countries first', async (t) => {
    const service = await startService(t, 'sqlite', { ...OWN_PAGES, PHONE_COUNTRIES: 'ch, AT' });
    const account = await verified(service, { phone_number: 'ext. 12' });
    const { page } = await visit(t, service, { locale: 'fr-FR' });
    await page.goto('/register');
    assert.deepEqual(
      await page
        .locator('#phone_country option')
        .allInnerTexts()
        .then((all) => all.slice(0, 4)),
      ['–', 'Suisse (+41)', 'Autriche (+43)', 'Afghanistan (+93)'],
    );
    assert.equal(await page.locator('#phone_country').inputValue(), 'CH', 'people from elsewhere get the first');
    await openAs(page, service, account, '/account?lang=en');
    await untilSeen(page, account.email);
    const number = page.locator('#phone_number');
    assert.deepEqual([await number.inputValue(), await page.locator('#phone_country').inputValue()], ['ext. 12', '']);
    await number.focus();
    await number.blur();
    await press(page, 'Save changes');
    await untilSeen(page, 'nothing to save');
    await number.fill('ext. 13');
    await press(page, 'Save changes');
    await untilSeen(page, 'Saved:');
    await page.locator('#phone_country').selectOption('AT');
    await number.fill('01 234');
    const saved = page.waitForRequest('**/api/me');
    await press(page, 'Save changes');
    assert.deepEqual((await saved).postDataJSON(), { phone_number: '+43 1 234' });
  });
});
