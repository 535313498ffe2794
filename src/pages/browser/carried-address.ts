import { LOOKS_LIKE_AN_ADDRESS, takeNote } from './page.ts';

/** Links to other pages with a field for the e-mail address. */
const LINKS = 'a[data-carry]';

/**
 * Fills in the e-mail address passed on by the previous page or an application, and passes on what is typed here: in
 * the fragment of a link, when the link is used. Returns the whole note.
 */
export function carryAddress(input: HTMLInputElement): URLSearchParams {
  const note = takeNote();
  const email = note.get('email')?.trim() ?? '';
  // Never clears the field: a quick visitor may have typed before this runs.
  if (LOOKS_LIKE_AN_ADDRESS.test(email)) input.value = email;
  for (const type of ['click', 'auxclick']) {
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
      const typed = input.value.trim();
      if (link) link.hash = typed === '' ? '' : new URLSearchParams({ email: typed }).toString();
    });
  }
  return note;
}
