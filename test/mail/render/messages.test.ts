import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeOnBothDatabases } from '../../support/databases.ts';
import {
  linksIn,
  loggedIn,
  registered,
  registration,
  resetToken,
  type Service,
  startService,
} from '../../support/service.ts';
import type { ReceivedEmail } from '../../support/smtp-sink.ts';

async function newest(service: Service, email: string): Promise<ReceivedEmail> {
  const found = (await service.emailsTo(email)).at(-1);
  assert.ok(found, `no e-mail to ${email}`);
  return found;
}

async function registeredIn(service: Service, language: string | undefined, overrides = {}) {
  const body = registration(overrides);
  const headers = language === undefined ? undefined : { 'accept-language': language };
  const answer = await service.request('POST', '/api/register', { body, ...(headers && { headers }) });
  assert.equal(answer.status, 201, answer.text);
  return body;
}

describeOnBothDatabases('the language of e-mails', (kind) => {
  it('is the one that the request asks for', async (t) => {
    const service = await startService(t, kind);
    const subjects: [header: string | undefined, subject: string][] = [
      ['de', 'Bestätigen Sie Ihr Konto bei Latchkey'],
      ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'Confirmez votre compte Latchkey'],
      ['it, de;q=0.2, en;q=0.9', 'Confirm your Latchkey account'],
      ['it', 'Confirm your Latchkey account'],
      [undefined, 'Confirm your Latchkey account'],
    ];
    for (const [header, subject] of subjects) {
      const { email } = await registeredIn(service, header);
      const message = await newest(service, email);
      assert.equal(message.subject, subject);
      assert.equal(message.headers.get('content-language'), /lang="(..)"/.exec(message.html)?.[1]);
    }
  });

  it("is the account's own when a later request asks for none, and stays it when one asks for another", async (t) => {
    const service = await startService(t, kind);
    const { email } = await registeredIn(service, 'fr');
    const forgot = (headers: Record<string, string>) =>
      service.request('POST', '/api/forgot-password', { body: { email }, headers });
    await forgot({});
    assert.equal((await newest(service, email)).subject, 'Réinitialisez votre mot de passe Latchkey');
    await forgot({ 'accept-language': 'de-AT' });
    assert.equal((await newest(service, email)).subject, 'Neues Passwort für Latchkey');
    const resend = (headers: Record<string, string>) =>
      service.request('POST', '/api/resend-verification', { body: { email }, headers });
    await resend({ 'accept-language': 'de' });
    assert.equal((await newest(service, email)).subject, 'Bestätigen Sie Ihr Konto bei Latchkey');
    await resend({});
    assert.equal((await newest(service, email)).subject, 'Confirmez votre compte Latchkey');
  });
});

describeOnBothDatabases('the notice of a new password', (kind) => {
  const replaceBothWays = async (service: Service) => {
    const { email, password, accessToken: token } = await loggedIn(service);
    const body = { current_password: password, new_password: 'Difference2' };
    const changed = await service.request('POST', '/api/change-password', { token, body });
    assert.equal(changed.status, 200);
    const reset = await service.request('POST', '/api/reset-password', {
      token: await resetToken(service, email),
      body: { new_password: 'Difference3' },
    });
    assert.equal(reset.status, 200);
    return (await service.emailsTo(email)).filter(({ subject }) => subject === 'Your Latchkey password was changed');
  };

  it('is sent after a change and after a reset, when it is switched on', async (t) => {
    const notices = await replaceBothWays(await startService(t, kind, { NOTIFY_PASSWORD_CHANGE: 'on' }));
    assert.equal(notices.length, 2);
    assert.deepEqual(notices.flatMap(linksIn), []);
  });

  it('is not sent by default', async (t) => {
    assert.deepEqual(await replaceBothWays(await startService(t, kind)), []);
  });
});

describe('an e-mail', () => {
  it('says what it is about, when it ends and where to ask, in both its parts', async (t) => {
    const service = await startService(t, 'sqlite', {
      PRODUCT_NAME: 'Example & Co',
      SUPPORT_EMAIL: 'help@example.com',
    });
    const { email } = await registered(service);
    const { text, html, subject, headers } = await newest(service, email);
    assert.equal(subject, 'Confirm your Example & Co account');
    for (const part of [text, html.replaceAll('&amp;', '&')]) {
      for (const words of ['Hello', 'Ada Lovelace', 'Example & Co', 'works for 24 hours', 'help@example.com']) {
        assert.ok(part.includes(words), words);
      }
    }
    const [link] = linksIn({ text });
    assert.ok(link && html.replaceAll('&amp;', '&').includes(`href="${link}"`));
    assert.equal(headers.get('reply-to'), 'help@example.com');
    assert.equal(headers.get('auto-submitted'), 'auto-generated');
    assert.equal(headers.get('from'), 'Latchkey <accounts@latchkey.test>');
    assert.match(headers.get('message-id') ?? '', /^<[\w-]+@latchkey\.test>$/);
    assert.ok(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) < 60_000);
    await service.request('POST', '/api/forgot-password', { body: { email } });
    assert.match((await newest(service, email)).text, /works once, for 30 minutes/);
  });

  it('says why it was sent, and links the support address', async (t) => {
    const service = await startService(t, 'sqlite', { SUPPORT_EMAIL: 'help@example.com' });
    const { email } = await registered(service, { email: "o'hara@example.com" });
    const { text, html } = await newest(service, email);
    assert.match(text, /because someone created a Latchkey account with o'hara@example\.com\./);
    assert.match(html, /because someone created a Latchkey account with o&#39;hara@example\.com\./);
    assert.match(html, /<a [^>]*href="mailto:help@example\.com"[^>]*>help@example\.com<\/a>/);
    // One button, and the same link once more in writing, cut off by its style only.
    const links = [...html.matchAll(/<a [^>]*href="(http[^"]+)"[^>]*>(.*?)<\/a>/g)];
    assert.equal(new Set(links.map(([, href]) => href)).size, 1);
    assert.deepEqual(
      links.map(([, href, content]) => content === href),
      [false, true],
    );
    assert.match(links[1]?.[0] ?? '', /overflow:hidden;text-overflow:ellipsis;white-space:nowrap/);
  });

  it('about a password tells when and from which network it came, and nothing that the client wrote', async (t) => {
    const service = await startService(t, 'sqlite', { TRUST_PROXY: '127.0.0.1', NOTIFY_PASSWORD_CHANGE: 'on' });
    const { email } = await registered(service);
    // The e-mail of the registration has arrived: it is not the newest one below.
    await service.emailsTo(email);
    const networks: [address: string, network: string | undefined][] = [
      ['203.0.113.77', 'Network: 203.0.113.x'],
      ['2001:db8:85a3::8a2e:370:7334', 'Network: 2001:db8:85a3:x'],
      ['2001:db8::1', 'Network: 2001:db8:0:x'],
      ['10.1.2.3', undefined],
      ['fd00::1', undefined],
      ['::1', undefined],
      ['Call +1 555 0100', undefined],
    ];
    for (const [address, network] of networks) {
      const headers = { 'x-forwarded-for': address, 'user-agent': 'Call-555/0100 (Call +1 555 0100 now)' };
      await service.request('POST', '/api/forgot-password', { body: { email }, headers });
      const { text, html } = await newest(service, email);
      assert.match(text, /^When: \d{1,2} \w+ \d{4} at \d\d:\d\d UTC$/m);
      assert.equal(/^Network: .*$/m.exec(text)?.[0], network, address);
      assert.equal(html.includes('>Network<'), network !== undefined);
      assert.doesNotMatch(text + html, /555|\b77\b|7334/);
    }
    const token = await resetToken(service, email);
    const headers = {
      'x-forwarded-for': '203.0.113.77',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0 evil.example',
    };
    await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Difference2' }, headers });
    assert.match(
      (await newest(service, email)).text,
      /was just changed[\s\S]*^When: [\s\S]*^Network: 203\.0\.113\.x\nDevice: Firefox, Windows$/m,
    );
  });

  it('loads nothing from anywhere', async (t) => {
    const service = await startService(t, 'sqlite');
    const { email } = await registered(service);
    const { html } = await newest(service, email);
    assert.doesNotMatch(html, /<(img|link|script|iframe|object|video)|url\(|@import|src=/i);
  });

  const NAMES = [
    '<img src=x onerror=alert(1)>',
    `"O'Hara" & Sons`,
    '{{link}} $& %s',
    'Zoë 🎉 Ångström',
    'שלמה المثال',
    'Bcc: everybody',
    'J. R. R. Tolkien, Ph.D.',
    'J.R.R. Tolkien',
    'Ada: 12/7',
  ];
  for (const name of NAMES) {
    it(`shows the name ${name} as it is and no more`, async (t) => {
      const service = await startService(t, 'sqlite');
      const { email } = await registered(service, { full_name: name });
      const { text, html, subject, recipients, headers } = await newest(service, email);
      assert.ok(text.includes(name));
      assert.ok(html.includes(`<bdi>${escaped(name)}</bdi>`), html);
      assert.equal(subject, 'Confirm your Latchkey account');
      assert.deepEqual(recipients, [email]);
      assert.equal(headers.get('to'), email);
      assert.equal(headers.has('bcc'), false);
      assert.equal(linksIn({ text }).length, 1);
    });
  }

  it('makes no link of a name that looks like one', async (t) => {
    const service = await startService(t, 'sqlite');
    const names = [
      ...['Win now https://evil.example/x', 'www.evil.example', 'evil.example/prize', 'evil-prize.com', 'Evil.COM'],
      ...[
        'evil.com:8080',
        'win@evil.com',
        'Bcc: everybody@example.com',
        'win@localhost',
        'mailto:win',
        'tel:+15550100',
      ],
      ...[
        'a.b.co',
        'evil.com.',
        '(evil.com)',
        'пример.рф',
        'bücher。example',
        'evil．com',
        'evil.भारत',
        '192.0.2.1',
        'x.y2',
      ],
    ];
    for (const name of names) {
      const { email } = await registered(service, { full_name: name });
      const { text, html } = await newest(service, email);
      assert.ok(text.replaceAll('\u200b', '').includes(name), text);
      assert.equal(linksIn({ text }).length, 1);
      const parts = [text.split('\n', 1)[0] ?? '', /<bdi>(.*?)<\/bdi>/.exec(html)?.[1] ?? ''];
      // What mail programs make links of: names with a dot and a last label of two characters, addresses, and schemes.
      for (const part of parts) {
        assert.doesNotMatch(
          part,
          /[\p{L}\p{N}][.。．｡](\p{N}|\p{L}[\p{L}\p{M}\p{N}-])|\S@[^\s\u200b]|\p{L}:[^\s\u200b]/u,
          name,
        );
      }
    }
  });

  for (const name of ['Ada\r\nBcc: x@example.com', 'Ada\u202eecalevoL', 'Ada\u0000']) {
    it(`never carries the name ${JSON.stringify(name)}`, async (t) => {
      const service = await startService(t, 'sqlite');
      const answer = await service.request('POST', '/api/register', { body: registration({ full_name: name }) });
      assert.equal(answer.status, 400);
      assert.deepEqual(service.smtp.received, []);
    });
  }

  it('goes to one recipient, the stored one, whatever the address tries', async (t) => {
    const service = await startService(t, 'sqlite');
    const refused = [
      'a@example.com,b@example.com',
      'a@example.com;b@example.com',
      '"a@evil.example b"@example.com',
      'a@example.com\r\nRCPT TO:<b@example.com>',
      '<a@example.com>',
      'a@evil.example@example.com',
      'a@[127.0.0.1]',
      'a(comment)@example.com',
    ];
    for (const email of refused) {
      const answer = await service.request('POST', '/api/register', { body: registration({ email }) });
      assert.equal(answer.status, 400, email);
    }
    const odd = [
      "o'hara+%40evil.example@example.com",
      'a!b@example.com',
      'a%evil.example@example.com',
      'a=b{c}|d@example.com',
    ];
    for (const email of odd) {
      await registered(service, { email });
      const { recipients, headers } = await newest(service, email);
      assert.deepEqual(recipients, [email]);
      assert.equal(headers.get('to'), email);
    }
    assert.equal(service.smtp.received.length, odd.length);
  });
});

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
