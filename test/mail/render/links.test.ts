import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmailLink } from '../../../src/declare/email.ts';
import { mailedLink } from '../../../src/mail/compose.ts';
import { KINDS } from '../../../src/store/tables/email-kinds.ts';

describe('the links of e-mails', () => {
  it('are the frontend address, the path and the query, however many slashes the address ends with', () => {
    for (const address of ['https://a.example/app', 'https://a.example/app/', 'https://a.example/app///']) {
      const linkOf = (kind: 'verification' | 'password_reset') =>
        mailedLink(address, KINDS[kind].link as EmailLink, 'x.y.z', 'ada+news&x=1@example.com');
      assert.equal(linkOf('password_reset'), 'https://a.example/app/reset-password?token=x.y.z');
      assert.equal(
        linkOf('verification'),
        'https://a.example/app/verify?token=x.y.z&email=ada%2Bnews%26x%3D1%40example.com',
      );
    }
  });
});
