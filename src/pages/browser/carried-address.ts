import { LOOKS_LIKE_AN_ADDRESS, takeNote } from './page.ts';
import { arrive, passNote } from './page-state.ts';

/**
 * Fills in the e-mail address passed on by the previous page or an application, and passes on what is typed here to
 * other pages with a field for it. Returns the whole note.
 */
export function carryAddress(input: HTMLInputElement): URLSearchParams {
  const note = takeNote();
  const typedAddress = () => {
    const typed = input.value.trim();
    return typed === '' ? {} : { email: typed };
  };
  arrive(note, typedAddress);
  const email = note.get('email')?.trim() ?? '';
  // Never clears the field: a quick visitor may have typed before this runs.
  if (LOOKS_LIKE_AN_ADDRESS.test(email)) input.value = email;
  passNote('a[data-carry]', typedAddress);
  return note;
}
