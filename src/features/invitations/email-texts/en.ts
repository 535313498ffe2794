export const en = {
  invitation: {
    subject: 'You’re invited to {product}',
    intro: 'A {product} account has been set up for you. Choose a password to start using it.',
    button: 'Choose a password',
    expiry: 'This link works once, for {duration}.',
    ignore: 'If you weren’t expecting this, ignore this email. Nobody can use the account without it.',
    reason: 'You’re getting this email because someone at {product} set up an account for {email}.',
  },
  account_made: {
    subject: 'Your {product} account is ready',
    intro: 'A {product} account has been set up for you. Choose a password to start using it.',
    button: 'Choose a password',
    expiry:
      'This link works once, for {duration}. After that, use “Forgot your password?” on the login page to get a ' +
      'new one.',
    ignore: 'If you weren’t expecting this, ignore this email. Nobody can use the account without it.',
    reason: 'You’re getting this email because someone at {product} set up an account for {email}.',
  },
};
