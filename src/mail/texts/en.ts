import type { Texts } from './texts.ts';

export const en: Texts = {
  hello: (name) => `Hello ${name},`,
  kinds: {
    verification: {
      subject: (product) => `Verify your ${product} account`,
      intro: (product) =>
        `Welcome to ${product}. Please confirm that this is your e-mail address to activate your account.`,
      button: 'Verify my account',
      expiry: (duration) => `This link works for ${duration}.`,
      ignore: 'If you did not create an account, you can ignore this e-mail.',
    },
    password_reset: {
      subject: (product) => `Reset your ${product} password`,
      intro: (product) =>
        `Someone asked to reset the password of your ${product} account. If it was you, choose a new one.`,
      button: 'Choose a new password',
      expiry: (duration) => `This link works once, for ${duration}.`,
      ignore: 'If it was not you, ignore this e-mail: your password stays as it is.',
    },
    password_changed: {
      subject: (product) => `Your ${product} password was changed`,
      intro: (product) =>
        `The password of your ${product} account was just changed. If it was you, there is nothing to do.`,
      advice:
        'If it was not you, someone else has access to your account: ask for a new password at once, with "Forgot password" on the login page.',
    },
  },
  copyLink: 'If the button does not work, copy this address into your browser:',
  help: (supportAddress) => `Questions? Write to ${supportAddress}.`,
};
