export const en = {
  login_code: {
    subject: 'Your code to log in to {product}',
    intro: 'Enter this code where you started to log in:',
    button: 'Continue logging in',
    expiry: 'The code works once, for {duration}.',
    ignore: 'If it wasn’t you, ignore this email. Don’t give the code to anyone: we never ask for it.',
  },
};
