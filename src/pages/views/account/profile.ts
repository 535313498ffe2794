import { profileField, submitButton } from '../../fields.ts';
import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

export const profile: BlockView = (context) => {
  const { account: words } = context.texts;
  return {
    id: 'profile',
    title: words.profile,
    content: html`<form class="stack" id="profile-form" method="post" novalidate>
<div class="pair">
${profileField('full_name', context)}
${profileField('phone_number', context)}
</div>
${profileField('industry', context)}
<div class="picture-field">
${avatar('preview')}
<div>
${profileField('profile_image_url', context)}
<p class="unseen" id="preview-status" role="status" data-failed="${words.pictureFailed}"></p>
</div>
</div>
${submitButton({ label: words.save })}
</form>`,
  };
};

/** Initials, and over them the picture once it has loaded. */
export const avatar = (id: string) =>
  html`<div class="avatar" id="${id}"><img alt="" referrerpolicy="no-referrer" hidden><span aria-hidden="true"></span></div>`;
