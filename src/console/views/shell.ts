import type { Features } from '../../config/features.ts';
import { type FieldInput, fieldInputs } from '../../config/field-presence.ts';
import { html } from '../../pages/html.ts';
import { logo } from '../../pages/logo.ts';
import type { View } from '../../pages/page.ts';
import { recentLoginDialog } from '../../pages/views/panels.ts';
import type { ConsoleContext } from '../console-context.ts';
import { CONSOLE_SCREENS, type ScreenName, screenNames } from '../console-paths.ts';
import { hasDocuments } from '../documents-endpoint.ts';

/** The data that the script needs on every screen. */
export interface FrameData {
  readonly screen: ScreenName;
  /** The screens of this deployment. */
  readonly titles: Readonly<Partial<Record<ScreenName, string>>>;
  readonly brand: { readonly name: string; readonly logo: string | undefined; readonly logoDark: string | undefined };
  /** Empty if there is only one. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[];
  readonly language: string;
  readonly logOut: string;
  readonly hasDocuments: boolean;
  readonly features: Features;
  readonly identityProviders: ConsoleContext['identityProviders'];
  readonly fields: readonly FieldInput[];
}

function frameData(screen: ScreenName, context: ConsoleContext): FrameData {
  const { brand, texts, admin, languageLinks } = context;
  return {
    screen,
    titles: Object.fromEntries(screenNames(context).map((name) => [name, admin[name].title])),
    brand: { name: brand.productName, logo: brand.logoUrl, logoDark: brand.logoDarkUrl },
    languages: languageLinks.map(({ language, name }) => ({ tag: language, name })),
    language: texts.layout.language,
    logOut: texts.actions.logout,
    hasDocuments: hasDocuments(),
    features: context.features,
    identityProviders: context.identityProviders,
    fields: fieldInputs(context.fields, 'administrators', context.language, admin.common.profileFields),
  };
}

/**
 * The document of a screen: its texts, and an outline until the script renders (screens/start.tsx). Visitors without a
 * session do not see the outline either.
 */
export const consoleShell =
  (name: ScreenName) =>
  (context: ConsoleContext): View => {
    const { admin } = context;
    return {
      title: admin[name].title,
      layout: 'console',
      stylesheet: context.consoleStylesheet(),
      awaitsSession: true,
      scriptTexts: {
        frame: frameData(name, context),
        common: admin.common,
        ...Object.fromEntries([name, ...(CONSOLE_SCREENS[name].texts ?? [])].map((part) => [part, admin[part]])),
        // For the preview of the consent page.
        ...(name === 'apps' && { consent: context.texts.connect }),
      },
      content: html`<div id="console"><div class="console">
<header class="sidebar"><div class="sidebar-head">
<a class="brand" href="${context.to('/admin')}">
${logo(context.brand)}<span>${context.brand.productName}</span><span class="badge">${admin.common.console}</span>
</a>
</div></header>
<main class="screen">
<div class="card skeleton" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span></div>
</main>
</div></div>
${recentLoginDialog(context)}`,
    };
  };
