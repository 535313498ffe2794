import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { KINDS } from '../mail/email-kinds.ts';
import type { EmailPreview } from '../mail/render/email-preview.ts';
import { EMAIL_POLICY, previewHtml, schemeOf } from '../pages/inbox-preview.ts';
import type { LoadView, View } from '../pages/page.ts';
import { endpointsOf, type PageSettings } from '../pages/page-endpoints.ts';
import { type Stylesheet, servedStylesheet, styleRules } from '../pages/stylesheet.ts';
import type { ConsoleContext, ConsoleSettings } from './console-context.ts';
import { CLAIM_PATH, CONSOLE_SCREENS, PREVIEW_PATH, screenNames } from './console-paths.ts';
import { documentsEndpoint } from './documents-endpoint.ts';
import { pagePreviewEndpoint } from './page-preview.ts';

type EmailKind = keyof typeof KINDS;
type RenderPreview = (kind: EmailKind, language: string) => EmailPreview;

/**
 * The console: one document per screen, the same for everybody. It contains only the frame and texts; data comes from
 * the operations under /api/admin, which check permissions.
 */
export function adminPageEndpoints(settings: ConsoleSettings, preview: RenderPreview): Endpoint[] {
  const stylesheet = createConsoleStylesheet(settings.base);
  const inConsole =
    (load: () => Promise<(context: ConsoleContext) => View>): LoadView =>
    async () => {
      const draw = await load();
      return async (context) => {
        const admin = await settings.consoleTexts.in(context.language);
        return draw({ ...settings, ...context, admin, consoleStylesheet: stylesheet.address });
      };
    };
  const screens = screenNames(settings).map((name) => ({
    path: CONSOLE_SCREENS[name].path,
    name: `admin/${CONSOLE_SCREENS[name].module}`,
    view: inConsole(async () => (await import('./views/shell.ts')).consoleShell(name)),
    frames: name === 'emails' || name === 'settings',
  }));
  const claim = inConsole(async () => (await import('./views/claim.ts')).claim);
  return [
    ...[...screens, { path: CLAIM_PATH, name: 'admin/claim', view: claim }].flatMap((page) =>
      endpointsOf(page, settings),
    ),
    stylesheet.endpoint,
    previewEndpoint(settings, preview),
    pagePreviewEndpoint(settings),
    documentsEndpoint,
  ];
}

/**
 * The HTML of an e-mail with sample content, for a frame of the console: a frame cannot send an access token, and our
 * policy does not let pages write documents into frames. It shows nothing that recipients do not see.
 */
const previewEndpoint = ({ languages }: PageSettings, preview: RenderPreview): Endpoint => ({
  method: 'GET',
  path: PREVIEW_PATH,
  answer({ query }) {
    const kind = query.get('kind') ?? '';
    if (!isKind(kind)) throw new ApiError(NotFound);
    const language = languages.find(query.get('language')) ?? languages.fallback;
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': EMAIL_POLICY },
      body: previewHtml(preview(kind, language).html, schemeOf(query)),
    };
  },
});

const isKind = (name: string): name is EmailKind => Object.hasOwn(KINDS, name);

const FOLDER = join(import.meta.dirname, 'styles');

/** Every file of the folder; console.css, with the shared parts, first. */
const rules = styleRules(FOLDER, () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.css'));
  const names = files.map((file) => file.replace(/\.css$/, ''));
  return names.sort().map((name) => `${name}.css`);
});

/** Styles of the console alone. */
const createConsoleStylesheet = (base: string): Stylesheet => servedStylesheet('/assets/console.css', base, rules);
