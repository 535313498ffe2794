import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { correctedAddress } from '../mistyped-domain.ts';
import { usePage } from './page-data.ts';

/** Avoids suggestions and layout shifts while somebody types. */
const PAUSE_MS = 600;

/** Shows the probably intended address below the field, as a button that fills it in. */
export function AddressSuggestion({ id, typed }: { readonly id: string; readonly typed: string }) {
  const { messages } = usePage();
  const [corrected, setCorrected] = useState<string>();
  useEffect(() => {
    setCorrected(undefined);
    const timer = setTimeout(() => setCorrected(correctedAddress(typed)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const accept = () => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement) || corrected === undefined) return;
    field.value = corrected;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <p class="row apart options" role="status" hidden={corrected === undefined}>
      {corrected !== undefined && (
        <button class="button-link" type="button" onClick={accept}>
          {fill(messages.didYouMean, { email: corrected })}
        </button>
      )}
    </p>
  );
}
