import { InvalidParameter } from '../api/errors.ts';
import type { Schema } from '../api/json-schema.ts';
import { ApiError } from '../http/api-error.ts';
import { hasForbiddenCharacters } from '../lib/characters.ts';

/** The parameters of the query string by name; undefined if missing or empty. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The maximum length of a value: longer ones match nothing. */
const MAX_LENGTH = 1000;

/** Reads the declared parameters. Refuses unknown and repeated ones, and undeclared values. */
export function readParameters(query: URLSearchParams, declared: Readonly<Record<string, Schema>>): Parameters {
  const values: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [name, value] of query) {
    const schema = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!schema) throw invalid(name.slice(0, 40).replaceAll(/[^\w-]/g, '?'), 'is unknown', 'unknown');
    if (seen.has(name)) throw invalid(name, 'is given twice', 'repeated');
    seen.add(name);
    const rule = brokenRule(schema, value);
    if (rule !== undefined) throw invalid(name, rule);
    if (value.trim() !== '') values[name] = value.trim();
  }
  return values;
}

export const invalid = (field: string, rule: string, reason?: 'unknown' | 'repeated'): ApiError =>
  new ApiError(InvalidParameter, { field, rule, reason });

function brokenRule(schema: Schema, value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (hasForbiddenCharacters(value)) return 'contains characters that are not allowed';
  const { enum: choices, type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, format } = schema;
  if (Array.isArray(choices) && !choices.includes(value)) return `must be one of ${choices.join(', ')}`;
  if (type === 'integer' && !(/^\d{1,15}$/.test(value) && +value >= Number(minimum) && +value <= Number(maximum)))
    return `must be a number from ${minimum} to ${maximum}`;
  if (format === 'date-time' && !isTime(value)) return 'must be a time like 2026-01-31T09:00:00Z';
  if (format === 'date' && !isDay(value)) return 'must be a day like 2026-01-31';
  return undefined;
}

export const isTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(value) && !Number.isNaN(Date.parse(value));

/** Date.parse turns the 30th of February into a day in March. */
const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value) && new Date(value).toISOString().startsWith(value);
