import type { Texts } from './texts.ts';

export const en: Texts = {
  hello: 'Hello {name},',
  kinds: {
    verification: {
      subject: 'Confirm your {product} account',
      intro: 'Welcome to {product}. Please confirm that this is your email address.',
      button: 'Confirm my account',
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
    second_factor_added: {
      subject: 'An authenticator app was added to your {product} account',
      intro:
        'From now on, logging in to {product} takes your password and a code from your authenticator app. If it was you, there is nothing to do. Keep your recovery codes in a safe place.',
      advice:
        'If it was not you, someone else has access to your account. Choose a new password right away, and write to us if you cannot log in any more.',
    },
    second_factor_removed: {
      subject: 'Two-step login was switched off for your {product} account',
      intro:
        'Logging in to {product} takes only your password again. If it was you, or if you asked us for it, there is nothing to do.',
      advice:
        'If it was not you, someone else has access to your account. Choose a new password right away: use "Forgot your password?" on the login page.',
    },
    second_factor_guessed: {
      subject: 'Someone knows your {product} password',
      intro:
        'Someone logged in to {product} with your password, and then sent wrong codes again and again. They did not get in. Codes from your app are refused for the rest of the hour; your recovery codes still work.',
      advice:
        'If it was not you, choose a new password right away: use "Forgot your password?" on the login page. Then your codes work again at once.',
    },
    passkey_added: {
      subject: 'A passkey was added to your {product} account',
      intro:
        'You can now log in to {product} with a passkey, without typing a password. If it was you, there is nothing to do.',
      advice:
        'If it was not you, someone else can log in to your account. Log in, remove the passkey under Security, and choose a new password right away.',
    },
    passkey_removed: {
      subject: 'A passkey was removed from your {product} account',
      intro:
        'A passkey that could log in to your {product} account does not work any more. If it was you, or if you asked us for it, there is nothing to do.',
      advice:
        'If it was not you, someone else has access to your account. Choose a new password right away: use "Forgot your password?" on the login page.',
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
    email_change: {
      subject: 'Confirm your new email address for {product}',
      intro:
        'This was given as the new email address of your {product} account. Please confirm that it is yours; until then, nothing changes.',
      button: 'Confirm the new address',
      expiry: 'This link works for {duration}.',
      ignore: 'If you did not ask for this, ignore this email: your address will not be used.',
      reason: 'You got this email because {email} was given as the new address of an account at {product}.',
    },
    email_change_notice: {
      subject: 'Someone wants to change the email address of your {product} account',
      intro:
        'Someone who is logged in to your {product} account asked to change its email address. Nothing changes until the new address is confirmed.',
      button: 'Stop the change',
      expiry: 'This link works for {duration}, as long as the new address is not confirmed.',
      ignore:
        'If it was you, there is nothing to do here. If it was not you, stop the change and then choose a new password: someone else can log in to your account.',
    },
    email_changed: {
      subject: 'The email address of your {product} account was changed',
      intro:
        'Your {product} account has another email address now, and nobody can log in with this one any more. If it was you, there is nothing to do.',
      button: 'Undo the change',
      expiry:
        'If it was not you, undo it within {duration}: your account gets this address back, everyone is logged out, and you choose a new password.',
      ignore: 'Until then, this address is reserved for your account.',
      reason: 'You got this email because {email} was the address of an account at {product} until now.',
    },
    email_change_reverted: {
      subject: 'The email address of a {product} account was changed back',
      intro: 'The {product} account that had this email address has its earlier one again.',
      advice:
        'If it is your account and you did not want this, someone else reads the emails to your earlier address: secure that mailbox first, then choose a new password.',
      reason: 'You got this email because {email} was the address of an account at {product} until now.',
    },
    email_in_use: {
      subject: 'Your email address was given for another {product} account',
      intro:
        'Someone asked to use this email address for another {product} account. It belongs to yours, so nothing was changed.',
      advice:
        'If it was you, log in with this address, or choose another one for the other account. If it was not you, there is nothing to do.',
    },
    session_stolen: {
      subject: 'We logged out a device of your {product} account',
      intro:
        'An old login of your {product} account was used a second time. That can mean that somebody copied it from one of your devices, so we ended it. The device has to log in again.',
      advice:
        'If this keeps happening, or you do not recognise the network above, choose a new password: use "Forgot your password?" on the login page. That logs out every device.',
    },
    deletion_scheduled: {
      subject: 'Your {product} account will be deleted',
      intro: 'You asked us to delete your {product} account. We will delete it, with everything in it, on {date}.',
      advice:
        'Changed your mind? Just log in before then, and you keep your account. If it was not you, log in and choose a new password right away.',
    },
    account_deleted: {
      subject: 'Your {product} account is deleted',
      intro: 'Your {product} account is deleted, with everything in it. It cannot be restored.',
      advice: 'You are welcome to create a new account at any time.',
      reason: 'You got this email because {email} belonged to an account at {product}.',
    },
  },
  copyLink: 'Button not working? Copy this link into your browser:',
  details: { time: 'When', network: 'Network', device: 'Device' },
  reason: 'You got this email because {email} belongs to an account at {product}.',
  help: 'Questions? Write to {support}.',
};
