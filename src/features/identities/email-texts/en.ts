export const en = {
  identity_linked: {
    subject: 'A login was linked to your {product} account',
    intro:
      'You can now log in to {product} with your account at another service. If it was you, there’s nothing to do.',
    advice:
      'If it wasn’t you, someone else can log in to your account. Log in, unlink the login under “Security”, and ' +
      'choose a new password right away.',
  },
  identity_auto_linked: {
    subject: 'A login was linked to your {product} account, which has a password too',
    intro:
      'You can now log in to {product} with your account at another service, because both have this email address. ' +
      'Your {product} account has a password too. If you didn’t choose it, someone else may know it: choose a new ' +
      'one, and the old one stops working.',
    button: 'Choose a new password',
    expiry:
      'This link works once, for {duration}. After that, use “Forgot your password?” on the login page to get a ' +
      'new one.',
    ignore:
      'If you know the password, there’s nothing to do. If it wasn’t you who logged in, someone else can log in to ' +
      'your account: choose a new password right away, and unlink the login under “Security”.',
  },
  identity_unlinked: {
    subject: 'A login was unlinked from your {product} account',
    intro:
      'One of the services that you log in to {product} with no longer works. If it was you, there’s nothing to do.',
    advice:
      'If it wasn’t you, someone else has access to your account. Choose a new password right away: use “Forgot ' +
      'your password?” on the login page.',
  },
};
