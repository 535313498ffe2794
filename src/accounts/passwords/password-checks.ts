export const MIN_PASSWORD_CODE_POINTS = 8;

/** The password rule, one result per condition. This file imports nothing, because browsers run it too. */
interface PasswordChecks {
  readonly length: boolean;
  readonly uppercase: boolean;
  readonly digit: boolean;
}

export function checkPassword(password: string): PasswordChecks {
  const text = password.normalize('NFC');
  return {
    length: [...text].length >= MIN_PASSWORD_CODE_POINTS,
    uppercase: /\p{Lu}/u.test(text),
    digit: /\p{Nd}/u.test(text),
  };
}
