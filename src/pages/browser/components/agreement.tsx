import type { Agreement as Props } from '../../forms.ts';

/** What people agree to by pressing the button below. */
export const Agreement = ({ parts, isSent }: Props) => (
  <>
    <p class="small soft">
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          // What is typed is not lost.
          <a key={part.name} href={part.url} target="_blank" rel="noopener">
            {part.name}
          </a>
        ),
      )}
    </p>
    {isSent && <input type="hidden" name="accept_terms" value="true" />}
  </>
);
