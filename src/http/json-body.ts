import { hasForbiddenCharacters } from '../lib/characters.ts';
import { ApiError } from './api-error.ts';
import { ForbiddenCharacters, InvalidJson, NotAList, NotAnObject, NotAString } from './errors.ts';

/** A JSON request body. Members are read as strings (numbers and booleans converted), lists of strings, or objects. */
export class Body {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>> = {}) {
    this.#members = members;
  }

  /** Whether the member exists and is not null. */
  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  /** Whether the member exists, even if it is null. */
  mentions(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  memberBesides(known: readonly string[]): string | undefined {
    return Object.keys(this.#members).find((name) => !known.includes(name));
  }

  /** Trimmed, without control or bidirectional characters; empty if missing. */
  text(name: string): string {
    const text = this.uncheckedText(name);
    if (hasForbiddenCharacters(text)) throw forbiddenCharacters(name);
    return text;
  }

  /** Like `text`, but keeps line breaks and tabs. */
  lines(name: string): string {
    const text = this.uncheckedText(name).replaceAll('\r\n', '\n');
    if (hasForbiddenCharacters(text.replaceAll(/[\n\t]/g, ' '))) throw forbiddenCharacters(name);
    return text;
  }

  /** Trimmed, with any characters, for callers that validate them. */
  uncheckedText(name: string): string {
    return this.#string(name).trim();
  }

  /** The untrimmed text, for passwords: any characters except lone surrogates; empty if missing. */
  rawText(name: string): string {
    const text = this.#string(name);
    if (!text.isWellFormed()) throw forbiddenCharacters(name);
    return text;
  }

  /** A member that is an object with members of any type; undefined if missing. */
  object(name: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) throw new ApiError(NotAnObject, { field: name });
    return value as Readonly<Record<string, unknown>>;
  }

  /** A member that is an array of strings; numbers are converted. Empty if missing. */
  texts(name: string): string[] {
    const value = this.#value(name) ?? [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
    if (!isList) throw new ApiError(NotAList, { field: name });
    const texts = value.map((item) => String(item).trim());
    if (texts.some(hasForbiddenCharacters)) throw forbiddenCharacters(name);
    return texts;
  }

  #string(name: string): string {
    const value = this.#value(name) ?? '';
    if (typeof value === 'object') throw new ApiError(NotAString, { field: name });
    return String(value);
  }

  /** Reads own properties only, so that no member name reaches Object.prototype. */
  #value(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? (this.#members[name] ?? undefined) : undefined;
  }
}

const forbiddenCharacters = (name: string) => new ApiError(ForbiddenCharacters, { field: name });

/** Shared between requests: without `stream: true` a TextDecoder keeps no state between calls. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export const parseBody = (bytes: Buffer): Body => {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson();
  return new Body(value as Readonly<Record<string, unknown>>);
};

const invalidJson = () => new ApiError(InvalidJson);
