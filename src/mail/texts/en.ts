import type { CoreTexts } from './texts.ts';

export const en: CoreTexts = {
  hello: 'Hello {name},',
  kinds: {
    verification: {
      subject: 'Confirm your {product} account',
      intro: 'Welcome to {product}. Please confirm that this is your email address.',
      button: 'Confirm my account',
      expiry: 'This link works for {duration}.',
      ignore: 'If you didn’t create an account, open the link and choose “This wasn’t me”. We’ll delete the account.',
      reason: 'You’re getting this email because someone created a {product} account with {email}.',
    },
    password_reset: {
      subject: 'Reset your {product} password',
      intro: 'Someone asked for a new password for your {product} account. If it was you, choose one now.',
      button: 'Choose a new password',
      expiry: 'This link works once, for {duration}.',
      ignore: 'If it wasn’t you, ignore this email. Your password stays the same.',
    },
    second_factor_removed: {
      subject: 'The authenticator app was removed from your {product} account',
      intro:
        'Logging in to {product} with your password no longer asks for a code from an app. If it was you, or if you ' +
        'asked us to do this, there’s nothing to do.',
      advice:
        'If it wasn’t you, someone else has access to your account. Choose a new password right away: use “Forgot ' +
        'your password?” on the login page.',
    },
    test: {
      subject: 'A test from {product}',
      intro:
        'This is the test email that you asked for. Your mail server accepts emails from {product}, and this is ' +
        'what they look like.',
      advice: 'There’s nothing else to do.',
      reason: 'You’re getting this email because you asked for it in the console of {product}.',
    },
    password_changed: {
      subject: 'Your {product} password was changed',
      intro: 'The password of your {product} account was just changed. If it was you, there’s nothing to do.',
      advice:
        'If it wasn’t you, someone else has access to your account. Choose a new password right away: use “Forgot ' +
        'your password?” on the login page.',
    },
    password_breached: {
      subject: 'Please change your {product} password',
      intro:
        'The password of your {product} account has appeared in a data breach of another service. People who guess ' +
        'passwords try such ones first.',
      advice:
        'Please choose a new password that you don’t use anywhere else: log in, or use “Forgot your password?” on ' +
        'the login page.',
    },
    new_device: {
      subject: 'New login to your {product} account',
      intro:
        'Someone just logged in to your {product} account from a new device or network. If it was you, there’s ' +
        'nothing to do.',
      advice:
        'If it wasn’t you, someone knows your password. Choose a new one right away: use “Forgot your password?” on ' +
        'the login page. That also logs out the other device.',
    },
    email_change: {
      subject: 'Confirm your new email address for {product}',
      intro: 'Please confirm this as the new email address of your {product} account. Until then, nothing changes.',
      button: 'Confirm new address',
      expiry: 'This link works for {duration}.',
      ignore: 'If it wasn’t you, ignore this email. Your address won’t be used.',
      reason: 'You’re getting this email because someone wants to use {email} for a {product} account.',
    },
    email_change_notice: {
      subject: 'Someone wants to change the email address of your {product} account',
      intro:
        'Someone logged in to your {product} account, or one of our administrators, wants to change its email ' +
        'address. Nothing changes until the new address is confirmed.',
      button: 'Stop the change',
      expiry: 'This link works for {duration}, or until the new address is confirmed.',
      ignore:
        'If it was you, or if you asked us to do this, there’s nothing to do. If not, someone else may be able to ' +
        'log in to your account. Stop the change, then choose a new password.',
    },
    email_changed: {
      subject: 'The email address of your {product} account was changed',
      intro:
        'Your {product} account now has a different email address. This one can no longer be used to log in. If it ' +
        'was you, or if you asked us to do this, there’s nothing to do.',
      button: 'Undo the change',
      expiry:
        'If not, undo the change within {duration}. Your account then gets this address back, everyone is logged ' +
        'out, and you choose a new password.',
      ignore: 'Until then, we keep this address reserved for your account.',
      reason: 'You’re getting this email because {email} was the address of a {product} account until now.',
    },
    email_change_reverted: {
      subject: 'The email address of a {product} account was changed back',
      intro: 'The {product} account that used this email address now has its old address back.',
      advice:
        'If this is your account and it wasn’t you, someone else can read the emails sent to your old address. ' +
        'Secure that mailbox first, then choose a new password.',
      reason: 'You’re getting this email because {email} was the address of a {product} account until now.',
    },
    email_in_use: {
      subject: 'Someone wants to use your email address for another {product} account',
      intro:
        'Someone wants to use this email address for another {product} account. It already belongs to yours, so ' +
        'nothing was changed.',
      advice:
        'If it was you, log in with this address, or choose a different one for the other account. If it wasn’t ' +
        'you, there’s nothing to do.',
    },
    session_stolen: {
      subject: 'We logged a device out of your {product} account',
      intro:
        'An old login to your {product} account was used again. Someone may have copied it from one of your ' +
        'devices, so we ended it. You’ll need to log in again on that device.',
      advice:
        'If this happens again, or if you don’t know the network above, choose a new password: use “Forgot your ' +
        'password?” on the login page. That logs out all your devices.',
    },
    deletion_scheduled: {
      subject: 'Your {product} account will be deleted',
      intro: 'You asked us to delete your {product} account. We will delete it, with everything in it, on {date}.',
      advice:
        'Changed your mind? Log in before then, and your account stays. If it wasn’t you, log in and choose a new ' +
        'password right away.',
    },
    account_deleted: {
      subject: 'Your {product} account is deleted',
      intro: 'Your {product} account has been deleted, with everything in it. It can’t be restored.',
      advice: 'You’re welcome to create a new account at any time.',
      reason: 'You’re getting this email because {email} belonged to a {product} account.',
    },
  },
  copyLink: 'Button not working? Copy this link into your browser:',
  details: { time: 'When', network: 'Network', device: 'Device', key: 'Key', reason: 'Reason', provider: 'Service' },
  reason: 'You’re getting this email because {email} belongs to a {product} account.',
  help: 'Questions? Write to {support}.',
};
