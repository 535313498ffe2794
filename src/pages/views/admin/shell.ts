import { CONSOLE_SCREENS, type ScreenName } from '../../console-paths.ts';
import { html } from '../../html.ts';
import { logo } from '../../logo.ts';
import type { PageContext, View } from '../../page.ts';
import { recentLoginDialog } from '../account/recent-login.ts';

/** What the frame of the console shows, for its script. */
export interface FrameData {
  readonly screen: ScreenName;
  readonly titles: Readonly<Record<ScreenName, string>>;
  readonly brand: { readonly name: string; readonly logo: string | undefined; readonly logoDark: string | undefined };
  /** To choose from; empty where there is only one. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[];
  readonly language: string;
  readonly logOut: string;
}

const NAMES = Object.keys(CONSOLE_SCREENS) as ScreenName[];

function frameData(screen: ScreenName, { brand, texts, languageLinks }: PageContext): FrameData {
  return {
    screen,
    titles: Object.fromEntries(NAMES.map((name) => [name, texts.admin[name].title])) as FrameData['titles'],
    brand: { name: brand.productName, logo: brand.logoUrl, logoDark: brand.logoDarkUrl },
    languages: languageLinks.map(({ language, name }) => ({ tag: language, name })),
    language: texts.layout.language,
    logOut: texts.actions.logout,
  };
}

/** Screens whose scripts name the events of the audit trail. */
const SHOWS_EVENTS: ReadonlySet<ScreenName> = new Set(['overview', 'audit', 'user']);

/**
 * The document of a screen: its texts, and an outline until its script has drawn it (browser/admin/start.tsx).
 * Strangers do not see even the outline.
 */
export const consoleShell =
  (name: ScreenName) =>
  (context: PageContext): View => {
    const { admin } = context.texts;
    return {
      title: admin[name].title,
      layout: 'console',
      awaitsSession: true,
      scriptTexts: {
        frame: frameData(name, context),
        common: admin.common,
        [name]: admin[name],
        ...(SHOWS_EVENTS.has(name) && { audit: admin.audit, events: admin.events }),
        ...(name === 'user' && { emails: admin.emails }),
      },
      content: html`<div id="console"><div class="console">
<header class="sidebar"><div class="sidebar-head"><a class="brand" href="${context.to('/admin')}">${logo(context.brand)}<span>${context.brand.productName}</span><span class="console-tag">${admin.common.console}</span></a></div></header>
<main class="screen"><div class="console-card skeleton" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span></div></main>
</div></div>
${recentLoginDialog(context)}`,
    };
  };
