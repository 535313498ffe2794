import { type ScreenName, screenNames } from '../../console-paths.ts';
import { hasDocuments } from '../../documents-endpoint.ts';
import { html } from '../../html.ts';
import { logo } from '../../logo.ts';
import type { PageContext, View } from '../../page.ts';
import { recentLoginDialog } from '../account/recent-login.ts';

/** What the frame of the console shows, for its script. */
export interface FrameData {
  readonly screen: ScreenName;
  /** Of the screens that there are. */
  readonly titles: Readonly<Partial<Record<ScreenName, string>>>;
  readonly brand: { readonly name: string; readonly logo: string | undefined; readonly logoDark: string | undefined };
  /** To choose from; empty where there is only one. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[];
  readonly language: string;
  readonly logOut: string;
  /** The documents of this version can be read. */
  readonly hasDocuments: boolean;
  /** Administrators may change addresses without a confirmation. */
  readonly changesEmailsAtOnce: boolean;
  /** Administrators may act as a user. */
  readonly actsAsUsers: boolean;
}

function frameData(screen: ScreenName, context: PageContext): FrameData {
  const { brand, texts, languageLinks } = context;
  return {
    screen,
    titles: Object.fromEntries(screenNames(context).map((name) => [name, texts.admin[name].title])),
    brand: { name: brand.productName, logo: brand.logoUrl, logoDark: brand.logoDarkUrl },
    languages: languageLinks.map(({ language, name }) => ({ tag: language, name })),
    language: texts.layout.language,
    logOut: texts.actions.logout,
    hasDocuments: hasDocuments(),
    changesEmailsAtOnce: context.changesEmailsAtOnce,
    actsAsUsers: context.actsAsUsers,
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
        // The words of the page itself, which the screen previews.
        ...(name === 'apps' && { consent: context.texts.connect }),
      },
      content: html`<div id="console"><div class="console">
<header class="sidebar"><div class="sidebar-head"><a class="brand" href="${context.to('/admin')}">${logo(context.brand)}<span>${context.brand.productName}</span><span class="console-tag">${admin.common.console}</span></a></div></header>
<main class="screen"><div class="console-card skeleton" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span></div></main>
</div></div>
${recentLoginDialog(context)}`,
    };
  };
