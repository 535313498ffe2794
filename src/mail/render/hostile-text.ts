/**
 * A name is whatever a stranger typed in, sent to an address that need not be theirs. It is shown as they wrote it, but it
 * can neither end a tag, nor become a link, nor turn the rest of the line around.
 */
/** Where mail programs see a domain, an address or a scheme: a dot before two letters or a digit (initials have one letter), @, and a colon. */
const JOINTS = /[.。．｡](?=\p{N}|\p{L}[\p{L}\p{M}\p{N}-])|(?<=\S)@(?=\S)|(?<=\p{L}):(?=\S)/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Mail programs make links of what looks like one; an invisible space after each joint keeps them from it. */
export const unlinked = (name: string): string => name.replace(JOINTS, '$&\u200b');

/** Between marks that keep its direction to itself; `<bdi>` does the same in HTML. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
