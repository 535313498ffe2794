export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why JSON.parse failed, in one line: Node quotes the text with its line breaks. */
export const jsonFault = (error: unknown): string => reasonOf(error).replaceAll(/\s+/g, ' ');
