/*
 * Strangers choose names, which are sent to addresses that may not be theirs. Names are shown as written, but cannot
 * close a tag, become a link, or change the direction of the rest of the line.
 */

/** Where mail programs see a domain, address or scheme: a dot before two letters or a digit, @, and a colon. */
const LINK_JOINTS = /[.。．｡](?=\p{N}|\p{L}[\p{L}\p{M}\p{N}-])|(?<=\S)@(?=\S)|(?<=\p{L}):(?=\S)/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Mail programs turn text that looks like a link into one. A zero-width space after each joint prevents it. */
export const unlinked = (name: string): string => name.replace(LINK_JOINTS, '$&\u200b');

/** Unicode isolates keep the direction of a name to itself in plain text, as `<bdi>` does in HTML. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
