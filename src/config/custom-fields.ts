import { InvalidValue } from '../declare/value-formats.ts';
import { hasForbiddenCharacters, hasVisibleCharacters } from '../lib/characters.ts';
import { jsonFault } from '../lib/reason-of.ts';
import { FIELD_TYPES, type FieldTypeName, type FieldValue } from './field-types.ts';
import { canonicalTag } from './languages.ts';

const WRITERS = ['user', 'administrators'] as const;
export type Writer = (typeof WRITERS)[number];

/** A field that the operator declares in FIELDS_FILE. */
export interface OwnField {
  readonly name: string;
  readonly type: FieldTypeName;
  /** By language. */
  readonly label: Readonly<Record<string, string>>;
  readonly required: boolean;
  /** Administrators may write the others too. */
  readonly writtenBy: Writer;
}

/** Values of such fields; null: none. */
export type OwnValues = Readonly<Record<string, FieldValue | null>>;

/** A field as a form shows it. */
export interface OwnInput extends Pick<OwnField, 'name' | 'type' | 'required'> {
  readonly label: string;
}

/** The fields that a writer may write, labelled in a language; without a label in it, in English, else the first. */
export const ownInputs = (own: readonly OwnField[], language: string, writer: Writer): OwnInput[] =>
  own
    .filter(({ writtenBy }) => writer === 'administrators' || writtenBy === 'user')
    .map(({ name, type, required, label }) => {
      const [base = ''] = language.split('-');
      const text = label[language] ?? label[base] ?? label.en ?? Object.values(label)[0] ?? name;
      return { name, type, required, label: text };
    });

const MAX_FIELDS = 20;
const MAX_LABEL = 100;
const TYPES = Object.keys(FIELD_TYPES);

type Given = Readonly<Record<string, unknown>>;

/** The rule for each member of an entry, and its check. */
const MEMBERS: Readonly<Record<string, readonly [rule: string, isRight: (value: unknown) => boolean]>> = {
  name: [
    'at most 40 small letters, digits and _, with a letter first, and not "constructor"',
    (value) => typeof value === 'string' && /^(?!constructor$)[a-z][a-z0-9_]{0,39}$/.test(value),
  ],
  type: [`one of ${TYPES.join(', ')}`, (value) => TYPES.some((type) => type === value)],
  label: [
    `an object of texts by language, such as {"en": "Company"}, of at most ${MAX_LABEL} visible characters`,
    (value) => isObject(value) && Object.entries(value).length > 0 && Object.entries(value).every(isLabel),
  ],
  required: ['true or false', (value) => value === undefined || typeof value === 'boolean'],
  written_by: [`${WRITERS.join(' or ')}`, (value) => value === undefined || WRITERS.some((writer) => writer === value)],
};

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLabel = ([tag, text]: [string, unknown]): boolean =>
  canonicalTag(tag) !== undefined &&
  typeof text === 'string' &&
  hasVisibleCharacters(text) &&
  [...text].length <= MAX_LABEL &&
  !hasForbiddenCharacters(text);

/** `EN` is `en`. */
const byCanonicalTag = (label: OwnField['label']): OwnField['label'] =>
  Object.fromEntries(Object.entries(label).map(([tag, text]) => [canonicalTag(tag) ?? tag, text]));

/** Throws InvalidValue, which counts the fields from 1. */
export function readOwnFields(path: string, text: string): OwnField[] {
  const given = parse(path, text);
  if (!Array.isArray(given) || given.length > MAX_FIELDS)
    throw new InvalidValue(`${path} must be a list of at most ${MAX_FIELDS} fields`);
  const names = new Set<unknown>();
  return given.map((one: unknown, at) => {
    const fault = (what: string) => new InvalidValue(`${path}, field ${at + 1}: ${what}`);
    if (!isObject(one)) throw fault('must be an object');
    const unknown = Object.keys(one).find((member) => !Object.hasOwn(MEMBERS, member));
    if (unknown !== undefined) throw fault(`there is no member "${unknown}"`);
    for (const [member, [rule, isRight]] of Object.entries(MEMBERS))
      if (!isRight(one[member])) throw fault(`"${member}" must be ${rule}`);
    if (names.has(one.name)) throw fault(`there is another field "${one.name}"`);
    names.add(one.name);
    const { written_by: writtenBy = 'user', required = false, label, ...others } = one;
    if (required && writtenBy === 'administrators') throw fault('only a field that users write can be "required"');
    return { ...others, label: byCanonicalTag(label as OwnField['label']), required, writtenBy } as OwnField;
  });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidValue(`${path} is not valid JSON: ${jsonFault(error)}`);
  }
}
