import type { Features } from '../../config/features.ts';
import { type FieldInput, fieldInputs } from '../../config/field-presence.ts';
import { html } from '../../pages/html.ts';
import { logo } from '../../pages/logo.ts';
import type { View } from '../../pages/page.ts';
import { notFound } from '../../pages/views/not-found.ts';
import { recentLoginDialog } from '../../pages/views/panels.ts';
import type { ConsoleContext } from '../console-context.ts';
import { CONSOLE_SCREENS, type ScreenName, screenNames } from '../console-paths.ts';
import { hasDocuments } from '../documents-endpoint.ts';

/** The data that the script needs on every screen. */
export interface FrameData {
  /** The screens of this deployment. */
  readonly titles: Readonly<Partial<Record<ScreenName, string>>>;
  /** The others, with the setting that switches each on. */
  readonly switchedOff: Readonly<Partial<Record<ScreenName, { readonly title: string; readonly setting: string }>>>;
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

function frameData(context: ConsoleContext): FrameData {
  const { brand, texts, admin, languageLinks } = context;
  const { on, off } = screenNames(context);
  return {
    titles: Object.fromEntries(on.map((name) => [name, admin[name].title])),
    switchedOff: Object.fromEntries(
      off.map((name) => [name, { title: admin[name].title, setting: CONSOLE_SCREENS[name].setting ?? '' }]),
    ),
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

/** The texts of all screens, because the script moves between them without another document. */
const scriptTexts = (context: ConsoleContext): object => ({
  ...context.admin,
  frame: frameData(context),
  // For the preview of the consent page.
  consent: context.texts.connect,
});

/**
 * The document of a screen: the texts, and an outline until the script renders (screens/start.tsx). Visitors without a
 * session do not see the outline either.
 */
export const consoleShell =
  (name: ScreenName) =>
  (context: ConsoleContext): View => ({
    title: context.admin[name].title,
    layout: 'console',
    stylesheet: context.consoleStylesheet(),
    awaitsSession: true,
    scriptTexts: { console: scriptTexts(context) },
    content: html`<div id="console"><div class="console">
<header class="sidebar"><div class="sidebar-head">
<a class="brand" href="${context.to('/admin')}">
${logo(context.brand)}<span>${context.brand.productName}</span><span class="badge">${context.admin.common.console}</span>
</a>
</div></header>
<main class="screen">
<div class="card skeleton" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span></div>
</main>
</div></div>
${recentLoginDialog(context)}`,
  });

/** The page for a mistyped address, which the script replaces by the console for administrators. */
export function notInConsole(context: ConsoleContext): View {
  const page = notFound(context);
  return {
    ...page,
    stylesheet: context.consoleStylesheet(),
    awaitsSession: true,
    scriptTexts: { console: scriptTexts(context) },
    content: html`${page.content}${recentLoginDialog(context)}`,
  };
}
