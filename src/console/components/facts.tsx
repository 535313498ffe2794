import type { ComponentChildren } from 'preact';

export type Fact = readonly [name: string, value: ComponentChildren];

/** A list of names and values. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Text to be read character by character. */
export const Mono = ({ text }: { readonly text: ComponentChildren }) => <span class="mono">{text}</span>;

export const MonoLines = ({ lines }: { readonly lines: readonly string[] }) => (
  <span class="lines mono">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
);

/** A state as text, after a dot in the colour of its mood: `good`, `bad`, `note` or none. */
export const Status = ({ mood = '', label }: { readonly mood?: string | undefined; readonly label: string }) => (
  <span class={`status ${mood}`}>{label}</span>
);

/** Shows text in backticks as code. */
export const WithCode = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      at % 2 === 1 ? (
        <code key={at} class="mono">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
