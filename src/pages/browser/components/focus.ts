/** A `ref` for an element that takes the focus when it appears. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/** Focuses the first empty field, unless the visitor has already put the cursor somewhere. */
export function focusFirstField(formId: string): void {
  if (document.activeElement !== document.body) return;
  const all = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    `#${formId} :is(input:not([readonly], [type="checkbox"]), select)`,
  );
  const shown = [...all].filter((field) => field.closest('[hidden]') === null);
  (shown.find(({ value }) => value === '') ?? shown[0])?.focus({ preventScroll: true });
}
