import type { Agreement as Props } from '../../forms.ts';

/** The terms that people accept by pressing the button below. */
export const Agreement = ({ parts, isSent }: Props) => (
  <>
    <p class="small soft">
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          // Opens a new tab, so that what was typed is not lost.
          <a key={part.name} href={part.url} target="_blank" rel="noopener">
            {part.name}
          </a>
        ),
      )}
    </p>
    {isSent && <input type="hidden" name="accept_terms" value="true" />}
  </>
);
