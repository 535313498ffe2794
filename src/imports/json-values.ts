export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a member; numbers and booleans as text, and empty where there is none. */
export function textIn(holder: JsonObject, name: string): string {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function numberIn(holder: JsonObject, name: string, otherwise = Number.NaN): number {
  const text = textIn(holder, name);
  return text === '' ? otherwise : Number(text);
}

/** An object, or one as JSON in a text; empty where it is neither. */
export function objectIn(holder: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (isObject(value)) return value;
  if (typeof value !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
