import type { JsonObject } from '../json-values.ts';

/** The whole file cannot be read; nothing of it is taken. */
export class UnreadableFile extends Error {}

/** One user of a file, or why there is none at this place. */
export type FileRecord =
  | { readonly line: number; readonly record: JsonObject }
  | { readonly line: number; readonly problem: string };

/** A file whose text comes in parts. */
export type Text = AsyncIterable<string>;
