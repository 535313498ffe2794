export const en = {
  passkey_added: {
    subject: 'A passkey was added to your {product} account',
    intro: 'You can now log in to {product} with a passkey, without a password. If it was you, there’s nothing to do.',
    advice:
      'If it wasn’t you, someone else can log in to your account. Log in, remove the passkey under “Security”, ' +
      'and choose a new password right away.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your {product} account',
    intro:
      'One of the passkeys of your {product} account no longer works. If it was you, or if you asked us to do ' +
      'this, there’s nothing to do.',
    advice:
      'If it wasn’t you, someone else has access to your account. Choose a new password right away: use “Forgot ' +
      'your password?” on the login page.',
  },
};
