import type { TypeOf } from '../../api/json-schema.ts';
import type { RevertedChange } from '../../api/schemas.ts';
import type { Texts } from '../texts/en.ts';
import { fill } from '../texts/fill.ts';
import { formatDay } from './format-day.ts';
import { byId } from './page.ts';

type Reverted = TypeOf<typeof RevertedChange>;
type WayIn = Reverted['kept'][number];

type Words = Texts['emailChange']['review'];

/** Shows what reverting a change of address removed, and what the owner of the new or old address should check. */
export function showReview(answer: unknown): void {
  const { since, removed = [], kept = [] } = (answer ?? {}) as Partial<Reverted>;
  if (removed.length + kept.length === 0) return;
  const block = byId('review', HTMLElement);
  const words = JSON.parse(block.dataset.words ?? '{}') as Words;
  byId('removed-lead', HTMLElement).textContent =
    since === undefined ? '' : fill(words.removed, { date: formatDay(since) });
  for (const [id, ways] of Object.entries({ removed, kept })) {
    const part = byId(id, HTMLElement);
    part.hidden = ways.length === 0;
    part.querySelector('ul')?.replaceChildren(...ways.map((way) => entryOf(way, words)));
  }
  block.hidden = false;
}

function entryOf({ kind, name, added_at }: WayIn, words: Words): HTMLElement {
  const time = kind === 'session' ? words.loggedIn : words.added;
  const details = [
    ...(name === null ? [] : [words[kind]]),
    ...(added_at === null ? [] : [fill(time, { date: formatDay(added_at) })]),
  ];
  const about = document.createElement('div');
  about.append(paragraph(name ?? words[kind], 'value'), paragraph(details.join(' · '), 'soft small'));
  const entry = document.createElement('li');
  entry.append(about);
  return entry;
}

/** Names are untrusted: inserts them as text. */
function paragraph(text: string, className: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  made.className = className;
  return made;
}
