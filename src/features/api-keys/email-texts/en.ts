export const en = {
  api_key_made: {
    subject: 'A new {product} API key was made with your account',
    intro:
      'With this key, a program can use the administration of {product} in your name. If it was you, there’s ' +
      'nothing to do.',
    advice:
      'If it wasn’t you, someone else has access to your account. Log in, revoke the key in the console under ' +
      '“API keys”, and choose a new password right away.',
  },
};
