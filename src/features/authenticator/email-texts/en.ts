export const en = {
  second_factor_added: {
    subject: 'An authenticator app was added to your {product} account',
    intro:
      'From now on, you need your password and a code from your authenticator app to log in to {product}. If it ' +
      'was you, there’s nothing to do. Keep your recovery codes in a safe place.',
    advice:
      'If it wasn’t you, someone else has access to your account. Choose a new password right away, and write to ' +
      'us if you can no longer log in.',
  },
  second_factor_guessed: {
    subject: 'Someone knows your {product} password',
    intro:
      'Someone entered your correct {product} password, and then one wrong code after another. They didn’t get ' +
      'in. For the rest of the hour, we don’t accept codes from your app. Your recovery codes still work.',
    advice:
      'If it wasn’t you, choose a new password right away: use “Forgot your password?” on the login page. After ' +
      'that, the codes from your app work again.',
  },
};
