/**
 * A name is whatever a stranger typed in, sent to an address that need not be theirs. It is shown as they wrote it, but it
 * can neither end a tag, nor become a link, nor turn the rest of the line around.
 */
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\.\p{L}{2,}\//iu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Mail programs make links of what looks like one; an invisible space after each joint keeps them from it. */
export const unlinked = (name: string): string =>
  LOOKS_LIKE_A_LINK.test(name) ? name.replace(/[.:/]/g, '$&\u200b') : name;

/** Between marks that keep its direction to itself; `<bdi>` does the same in HTML. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
