import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { Texts } from '../../texts/en.ts';
import { address } from './address.ts';
import { authenticator } from './authenticator.ts';
import { type BlockView, renderBlock } from './block.ts';
import { deletion } from './deletion.ts';
import { devices } from './devices.ts';
import { exported } from './exported.ts';
import { factorSetup } from './factor-setup.ts';
import { passkeys } from './passkeys.ts';
import { password } from './password.ts';
import { profile } from './profile.ts';

interface Section {
  /** Its address is `/account#<name>`. */
  readonly name: keyof Texts['account']['sections'];
  readonly icon: Html;
  /** Above its cards. */
  readonly above?: (context: PageContext) => Html;
  readonly blocks: readonly BlockView[];
}

const icon = (paths: Html): Html =>
  html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${paths}</svg>`;

/** The account page in its order: a new block is a file beside this one, and a name in one of these lists. */
const SECTIONS: readonly Section[] = [
  {
    name: 'profile',
    icon: icon(html`<circle cx="12" cy="8.5" r="3.75"/><path d="M4.75 20a7.25 7.25 0 0 1 14.5 0"/>`),
    blocks: [profile],
  },
  {
    name: 'security',
    icon: icon(
      html`<path d="M12 3.25 5 5.75v5.5c0 4.4 2.9 7.6 7 9.5 4.1-1.9 7-5.1 7-9.5v-5.5Z"/><path d="m9.25 12 2 2 3.5-3.75"/>`,
    ),
    above: factorSetup,
    blocks: [password, passkeys, authenticator, devices],
  },
  {
    name: 'data',
    icon: icon(
      html`<ellipse cx="12" cy="6" rx="7" ry="2.75"/><path d="M5 6v12c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75V6"/><path d="M5 12c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75"/>`,
    ),
    blocks: [address, exported, deletion],
  },
];

/** Links, so that every section has an address, the Back button goes to the one before, and the keyboard needs nothing new. */
export const sectionLinks = ({ texts: { account: words, admin }, hasConsole, to }: PageContext): Html =>
  html`<nav class="sections" aria-label="${words.sectionsLabel}">
${SECTIONS.map(({ name, icon }) => html`<a href="#${name}" data-section="${name}">${icon}<span>${words.sections[name]}</span></a>\n`)}${
  hasConsole &&
  html`<a href="${to('/admin')}" id="console-link" hidden>${CONSOLE_ICON}<span>${admin.common.console}</span></a>\n`
}</nav>`;

/** Shown to administrators. */
const CONSOLE_ICON = icon(html`<rect x="3.25" y="4.75" width="17.5" height="14.5" rx="2.5"/><path d="M9 4.75v14.5"/>`);

/** The id of a section is not its fragment, so that the browser does not scroll past what stands above it. */
export const renderSections = (context: PageContext): Html =>
  html`${SECTIONS.map(
    ({ name, above, blocks }) => html`<div class="section" id="section-${name}" hidden>
<h2 tabindex="-1">${context.texts.account.sections[name]}</h2>
${above?.(context)}${blocks.flatMap((block) => block(context) ?? []).map(renderBlock)}
</div>
`,
  )}`;
