const SIX_DIGITS = /^\d{6}$/;

/**
 * Sends the form of a field once the six digits of an authenticator app are in it, typed, pasted or filled in by the
 * browser. Never twice for the same digits: a refused code is corrected, or sent again by the button.
 */
export function sendAtSixDigits(): (input: HTMLInputElement) => void {
  let sent = '';
  return (input) => {
    const digits = input.value.replace(/\s/g, '');
    if (digits === sent || !SIX_DIGITS.test(digits)) return;
    sent = digits;
    input.form?.requestSubmit();
  };
}
