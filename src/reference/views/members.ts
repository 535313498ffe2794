import { type Html, html } from '../../pages/html.ts';
import { type ApiSchema, type Resolve, schemaName, typesOf } from './openapi-document.ts';
import { inline } from './prose.ts';

/** Deeper objects show only their type. */
const MAX_DEPTH = 4;

/** The members of an object, or of the objects in a list, with their own members below them. */
export function members(given: ApiSchema, resolve: Resolve, depth = 0): Html | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const schema = resolve(given);
  if (schema.items) return members(schema.items, resolve, depth);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return undefined;
  return html`<ul class="members">${properties.map(([name, one]) => {
    const isRequired = schema.required?.includes(name) === true;
    return html`<li>${described(name, one, resolve, isRequired)}${members(one, resolve, depth + 1)}</li>\n`;
  })}</ul>`;
}

export function described(name: string, given: ApiSchema, resolve: Resolve, isRequired: boolean): Html {
  const schema = resolve(given);
  const { description = '' } = schema;
  const text = [description, limitsOf(schema)].filter((part) => part !== '').join(' ');
  return html`<p><code class="member-name">${name}</code> <span class="type">${typeInWords(given, resolve)}</span>${
    isRequired && html` <span class="required">required</span>`
  }</p>
${text !== '' && html`<p class="soft small">${inline(text)}</p>`}`;
}

function typeInWords(given: ApiSchema, resolve: Resolve): string {
  const schema = resolve(given);
  const name = schemaName(given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `list of ${typeInWords(schema.items, resolve)}`;
  const types = typesOf(schema).map((type) => (type === 'object' && name !== undefined ? name : type));
  return [types.join(' or '), schema.format].filter((part) => part !== undefined && part !== '').join(', ') || 'any';
}

function limitsOf(schema: ApiSchema): string {
  const { description = '', minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const values = schema.enum ?? schema.items?.enum;
  return [
    ...(values ? [`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`] : []),
    ...(description.includes('characters') ? [] : range(minLength, maxLength, ' characters')),
    ...range(minItems, maxItems, ' entries'),
    ...range(minimum, maximum, ''),
    ...(schema.default === undefined ? [] : [`Unless given, \`${JSON.stringify(schema.default)}\`.`]),
  ].join(' ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}.`];
  if (most !== undefined) return [`At most ${most}${unit}.`];
  return least === undefined ? [] : [`At least ${least}${unit}.`];
}
