import type { JsonObject } from '../json-values.ts';

/** The file cannot be read at all; nothing is imported. */
export class UnreadableFile extends Error {}

/** A user in a file, or why the record cannot be read. */
export type FileRecord =
  | { readonly line: number; readonly record: JsonObject }
  | { readonly line: number; readonly problem: string };

/** A file whose text comes in parts. */
export type Text = AsyncIterable<string>;
