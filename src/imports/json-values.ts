export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member as a string, numbers and booleans included; empty if there is none. */
export function textIn(holder: JsonObject, name: string): string {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A whole number, or the text of one. */
export function numberIn(holder: JsonObject, name: string, otherwise = Number.NaN): number {
  const text = textIn(holder, name);
  if (text === '') return otherwise;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A member that is an object, or JSON text of one; otherwise empty. */
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
