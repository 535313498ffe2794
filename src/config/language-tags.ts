import { canonicalTag } from './languages.ts';
import { InvalidValue, listOf } from './value-formats.ts';

/** A list of language tags, in their canonical form. */
export const languageTags = listOf((entry) => {
  const tag = canonicalTag(entry);
  if (tag === undefined) throw new InvalidValue(`must list languages such as en or pt-BR, not "${entry}"`);
  return tag;
});
