import { CONSOLE_SCREENS } from '../../console-paths.ts';
import { html } from '../../html.ts';
import { icon } from './icons.ts';
import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const user: Screen = ({ texts, to }) => ({
  content: html`<p class="back-link"><a href="${to(CONSOLE_SCREENS.users.path)}" id="back-to-users">${icon('back')}${texts.admin.user.backToUsers}</a></p>
<div id="user">${skeletonCard}</div>`,
});
