import { list, named, object, string, text } from '../../api/json-schema.ts';

export const NewTotp = named(
  'NewTotp',
  object({
    secret: text('Base32, to type into an app by hand.'),
    otpauth_url: text('The content of the QR code.'),
    qr: {
      ...list(string()),
      description: 'The QR code: one string per row, 1 for dark and 0 for light, without margin.',
    },
  }),
);

export const RecoveryCodes = named(
  'RecoveryCodes',
  object({ recovery_codes: { ...list(string()), description: 'Each works once. Shown only in this answer.' } }),
);
