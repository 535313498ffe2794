import type { Texts } from './texts.ts';

export const en: Texts = {
  hello: 'Hello {name},',
  kinds: {
    verification: {
      subject: 'Verify your {product} account',
      intro: 'Welcome to {product}. Please confirm that this is your email address to activate your account.',
      button: 'Verify my account',
      expiry: 'This link works for {duration}.',
      ignore:
        'If you did not create an account, open the link and press “I did not do this”. We will remove the account.',
      reason: 'You got this email because {email} was used to create an account at {product}.',
    },
    password_reset: {
      subject: 'Reset your {product} password',
      intro: 'Someone asked to reset the password of your {product} account. If it was you, choose a new one.',
      button: 'Choose a new password',
      expiry: 'This link works once, for {duration}.',
      ignore: 'If it was not you, ignore this email. Your password stays as it is.',
    },
    password_changed: {
      subject: 'Your {product} password was changed',
      intro: 'The password of your {product} account was just changed. If it was you, there is nothing to do.',
      advice:
        'If it was not you, someone else has access to your account. Choose a new password right away: use "Forgot your password?" on the login page.',
    },
    new_device: {
      subject: 'New login to your {product} account',
      intro:
        'Someone just logged in to your {product} account from a device or network that you had not used before. If it was you, there is nothing to do.',
      advice:
        'If it was not you, someone knows your password. Choose a new one right away: use "Forgot your password?" on the login page. That also logs the other device out.',
    },
  },
  copyLink: 'Button not working? Copy this link into your browser:',
  details: { time: 'When', network: 'Network', device: 'Device' },
  reason: 'You got this email because {email} belongs to an account at {product}.',
  help: 'Questions? Write to {support}.',
};
