import { submitButton, textField } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { panel } from '../panels.ts';
import type { BlockView } from './block.ts';

export const deletion: BlockView = (context) => ({
  id: 'deletion',
  title: context.texts.deletion.title,
  content: html`${consequences(context, context.texts.deletion.leadWithGrace)}
<div class="submit"><button class="button danger" type="button" id="open-deletion">${context.texts.deletion.open}</button></div>`,
});

/** The script fills in the date. */
const consequences = ({ deletionGraceMs, texts }: PageContext, withGrace: string): Html =>
  deletionGraceMs > 0
    ? html`<p class="soft" data-fill="${withGrace}"></p>`
    : html`<p class="soft">${texts.deletion.lead}</p>`;

/** The question before the deletion, in which the owner types the address of the account. */
export function deletionDialog(context: PageContext): Html {
  const { deletion: words, fields } = context.texts;
  const typed = { name: 'typed_email', label: fields.typed_email, autocomplete: 'off', type: 'email' } as const;
  return html`<dialog class="card" id="deletion-dialog" aria-labelledby="deletion-question" aria-describedby="deletion-consequences" data-grace-ms="${context.deletionGraceMs}">
<form class="stack" id="deletion-form" method="post" novalidate>
<h2 id="deletion-question">${words.question}</h2>
<div class="stack" id="deletion-consequences">${consequences(context, words.consequences)}
<p class="soft">${words.everywhere}</p></div>
<p class="value" id="deletion-address"></p>
${textField(typed)}
${submitButton({ label: words.press, variant: 'danger' })}
<button class="button plain" type="button" id="deletion-cancel">${words.cancel}</button>
</form>
</dialog>`;
}

/** What the page shows after the deletion. */
export function farewellPanels({ texts: { deletion: words, actions, notFound }, to }: PageContext): Html {
  const deleted = html`<p>${words.deleted}</p>
<a class="button" href="${to('/')}">${notFound.home}</a>`;
  const scheduled = html`<p data-fill="${words.scheduled}"></p>
<a class="button plain" href="${to('/login')}">${actions.login}</a>`;
  return html`${panel({ id: 'deleted', title: words.deletedTitle, content: deleted, icon: 'done' })}
${panel({ id: 'deletion-scheduled', title: words.scheduledTitle, content: scheduled, icon: 'done' })}`;
}
