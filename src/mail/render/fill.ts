import { escapeHtml } from './hostile-text.ts';

type Values = Readonly<Record<string, string>>;

/** Replaces `{name}` by the value of that name. Values are not searched for placeholders again. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Like `fill`, for a text that becomes HTML: the text is escaped, the values are HTML already. */
export const fillHtml = (text: string, htmlValues: Values): string => fill(escapeHtml(text), htmlValues);
