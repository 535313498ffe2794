import { type Schema, UNESCAPED } from '../json-schema.ts';

/** The named schemas of a document, collected while its operations are described. */
export class NamedSchemas {
  readonly #published = new Map<string, Schema>();

  /** The schema for the document: named schemas become references, and keywords for the serializer are removed. */
  publish({ title, accountFields: _, ...keywords }: Schema): Schema {
    const schema = Object.fromEntries(
      Object.entries(keywords)
        .filter(([keyword, value]) => keyword !== 'format' || value !== UNESCAPED)
        .map(([keyword, value]) => [keyword, this.#publishKeyword(keyword, value)]),
    );
    if (typeof title !== 'string') return schema;
    this.#add(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  /** The contents of `components.schemas`, sorted by name. */
  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#published].sort(([one], [other]) => one.localeCompare(other, 'en')));
  }

  #publishKeyword(keyword: string, value: unknown): unknown {
    if (keyword === 'items') return this.publish(value as Schema);
    if (keyword !== 'properties') return value;
    const properties = Object.entries(value as Readonly<Record<string, Schema>>);
    return Object.fromEntries(properties.map(([name, schema]) => [name, this.publish(schema)]));
  }

  #add(name: string, schema: Schema): void {
    const before = this.#published.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}`);
    this.#published.set(name, schema);
  }
}
