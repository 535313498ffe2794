export const en = {
  acted_as: {
    subject: 'An administrator is using your {product} account',
    intro:
      'For a few minutes, an administrator of {product} can see your account as you see it, and change your ' +
      'profile. They can’t change your password, your email address or how you log in, and they can’t log in as ' +
      'you.',
    advice: 'If you asked us for help, there’s nothing to do. If not, write to us. A new password ends it right away.',
  },
};
