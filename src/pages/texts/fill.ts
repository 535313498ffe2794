/**
 * A text about a number: `one` where the language has its own form for it (in French also for 0), `other` for the rest.
 */
export interface CountedText {
  readonly one: string;
  readonly other: string;
}

/** `{name}` in a text becomes the value of that name. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
