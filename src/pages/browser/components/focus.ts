/** A `ref` for what gets the focus as soon as it is shown. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
