import { InvalidValue } from '../declare/value-formats.ts';
import { hasForbiddenCharacters, hasVisibleCharacters } from '../lib/characters.ts';
import { jsonFault } from '../lib/reason-of.ts';
import { FIELD_TYPES, type FieldTypeName, type FieldValue } from './field-types.ts';
import { canonicalTag } from './languages.ts';

const WRITERS = ['user', 'administrators'] as const;
export type Writer = (typeof WRITERS)[number];

/** A field of accounts. */
export interface Field {
  /** In refusals, forms and exports: `industry`, or `fields.company` for a field of FIELDS_FILE. */
  readonly name: string;
  readonly type: FieldTypeName;
  readonly required: boolean;
  /** Administrators may write the others too. */
  readonly writtenBy: Writer;
}

/** A field that the operator declares in FIELDS_FILE. */
export interface CustomField extends Field {
  /** Its name in FIELDS_FILE and in the member `fields`. */
  readonly key: string;
  /** The label, by language. */
  readonly label: Readonly<Record<string, string>>;
  readonly lock?: undefined;
}

/** Values of such fields by key; null: none. */
export type CustomValues = Readonly<Record<string, FieldValue | null>>;

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
const byCanonicalTag = (label: CustomField['label']): CustomField['label'] =>
  Object.fromEntries(Object.entries(label).map(([tag, text]) => [canonicalTag(tag) ?? tag, text]));

/** Throws InvalidValue, which counts the fields from 1. */
export function readCustomFields(path: string, text: string): CustomField[] {
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
    const { name: key, type, written_by: writtenBy = 'user', required = false, label } = one;
    if (required && writtenBy === 'administrators') throw fault('only a field that users write can be "required"');
    const labels = byCanonicalTag(label as CustomField['label']);
    return { name: `fields.${key}`, key, type, label: labels, required, writtenBy } as CustomField;
  });
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidValue(`${path} is not valid JSON: ${jsonFault(error)}`);
  }
}
