/** Everything in a form, to tell whether it has changed. */
export const contentOf = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)]);
