/** A `ref` for what gets the focus as soon as it is shown. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/** The cursor goes to the first field that is still empty, unless the visitor has put it somewhere already. */
export function focusFirstField(formId: string): void {
  if (document.activeElement !== document.body) return;
  const all = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    `#${formId} :is(input:not([readonly], [type="checkbox"]), select)`,
  );
  const shown = [...all].filter((field) => field.closest('[hidden]') === null);
  (shown.find(({ value }) => value === '') ?? shown[0])?.focus({ preventScroll: true });
}
