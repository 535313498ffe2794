import { element } from './element.ts';
import { languageName } from './label.ts';

/** A labelled choice of one value. */
export function selectField(
  id: string,
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen?: string,
) {
  const field = element(
    'select',
    { id },
    choices.map(([value, text]) => element('option', { value, selected: value === chosen }, text)),
  );
  const whole = element('div', { className: 'field' }, element('label', { htmlFor: id }, label), field);
  return { field, whole };
}

/** Languages as choices, by their names in the language of the page. */
export const languageChoices = (tags: readonly string[]): readonly (readonly [tag: string, name: string])[] =>
  tags.map((tag) => [tag, languageName(tag)]);
