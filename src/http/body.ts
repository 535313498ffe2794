import { hasForbiddenCharacters } from '../runtime/forbidden-characters.ts';
import { ApiError } from './api-error.ts';
import { ForbiddenCharacters, InvalidJson, NotAString } from './errors.ts';

/** The members of a JSON object, read as the text they stand for. */
export class Body {
  readonly #members: object;

  constructor(members: object = {}) {
    this.#members = members;
  }

  /** Null counts as missing. */
  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  /** The member is there, be it null. */
  mentions(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  /** Trimmed; empty when missing. */
  text(name: string): string {
    const text = this.uncheckedText(name);
    if (hasForbiddenCharacters(text)) throw forbiddenCharacters(name);
    return text;
  }

  /** The same with any characters, for whoever has an answer of their own to the wrong ones. */
  uncheckedText(name: string): string {
    return this.#string(name).trim();
  }

  /** To the letter, as passwords are; empty when missing. */
  rawText(name: string): string {
    const text = this.#string(name);
    if (!text.isWellFormed()) throw forbiddenCharacters(name);
    return text;
  }

  #string(name: string): string {
    const value = this.#value(name) ?? '';
    if (typeof value === 'object') throw new ApiError(NotAString, { field: name });
    return String(value);
  }

  /** Only the object's own members count: a body cannot reach what every object inherits. */
  #value(name: string): unknown {
    const value: unknown = Object.getOwnPropertyDescriptor(this.#members, name)?.value;
    return value ?? undefined;
  }
}

const forbiddenCharacters = (name: string) => new ApiError(ForbiddenCharacters, { field: name });

/** It keeps nothing from one body to the next. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export const parseBody = (bytes: Buffer): Body => {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson();
  return new Body(value);
};

export const invalidJson = () => new ApiError(InvalidJson);
