const MIN_CODE_POINTS = 8;

/** The password rule, condition by condition. It imports nothing, for the pages use it in the browser as it stands. */
export interface PasswordChecks {
  readonly length: boolean;
  readonly uppercase: boolean;
  readonly digit: boolean;
}

export function checkPassword(password: string): PasswordChecks {
  const text = password.normalize('NFC');
  return {
    length: [...text].length >= MIN_CODE_POINTS,
    uppercase: /\p{Lu}/u.test(text),
    digit: /\p{Nd}/u.test(text),
  };
}
