import type { FieldInput } from '../../forms.ts';
import { fill } from '../../texts/fill.ts';
import { messages } from '../page.ts';

/** Says which fields were saved, by their labels. */
export function savedText(names: readonly string[], fields: readonly FieldInput[]): string {
  const labels = fields.filter(({ name }) => names.includes(name)).map(({ label }) => label);
  return fill(messages.savedFields, {
    fields: new Intl.ListFormat(document.documentElement.lang).format(labels),
  });
}
