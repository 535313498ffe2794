import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordResetLink, verificationLink } from '../../src/mail/links.ts';

describe('the links of e-mails', () => {
  it('are the frontend address, the path and the query, however many slashes the address ends with', () => {
    for (const address of ['https://a.example/app', 'https://a.example/app/', 'https://a.example/app///']) {
      assert.equal(passwordResetLink(address, 'x.y.z'), 'https://a.example/app/reset-password?token=x.y.z');
      assert.equal(
        verificationLink(address, 'x.y.z', 'ada+news&x=1@example.com'),
        'https://a.example/app/verify?token=x.y.z&email=ada%2Bnews%26x%3D1%40example.com',
      );
    }
  });
});
