/** The cursor goes to the first field that is still empty, unless the visitor has put it somewhere already. */
export function focusFirstField(form: HTMLFormElement): void {
  if (document.activeElement !== document.body) return;
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([readonly], [type="checkbox"]), select'),
  ];
  const shown = fields.filter((field) => field.closest('[hidden]') === null);
  (shown.find(({ value }) => value === '') ?? shown[0])?.focus({ preventScroll: true });
}
