import { join } from 'node:path';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import type { LoadView, View } from '../pages/page.ts';
import { endpointsOf, notFoundPage } from '../pages/page-endpoints.ts';
import { type ServedFile, servedFile, styleRules } from '../pages/stylesheet.ts';
import type { ConsoleContext, ConsoleSettings } from './console-context.ts';
import { CLAIM_PATH, CONSOLE_SCREENS, screenNames } from './console-paths.ts';
import { documentsEndpoint } from './documents-endpoint.ts';
import { emailPreviewEndpoint, pagePreviewEndpoint, type RenderPreview } from './preview-endpoints.ts';

/** The script of the console, which imports its screens. */
const SCRIPT = 'admin/start';

interface Console {
  readonly endpoints: readonly Endpoint[];
  /** The page for a mistyped address, or for a screen that is switched off. */
  readonly notFound: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
}

/**
 * The console: a document per screen, the same for all visitors. Data comes from operations under /api/admin, which
 * check permissions.
 */
export function createConsole(settings: ConsoleSettings, preview: RenderPreview): Console {
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
  const screens = screenNames(settings).on.map((name) => {
    const { path, module } = CONSOLE_SCREENS[name];
    const view = inConsole(async () => (await import('./views/shell.ts')).consoleShell(name));
    // The script moves on to screens that show previews in a frame.
    return { path, name: SCRIPT, part: `admin/${module}`, view, frames: true };
  });
  const claim = inConsole(async () => (await import('./views/claim.ts')).claim);
  const missing = inConsole(async () => (await import('./views/shell.ts')).notInConsole);
  return {
    endpoints: [
      ...[...screens, { path: CLAIM_PATH, name: 'admin/claim', view: claim }].flatMap((page) =>
        endpointsOf(page, settings),
      ),
      stylesheet.endpoint,
      emailPreviewEndpoint(settings, preview),
      pagePreviewEndpoint(settings),
      documentsEndpoint,
    ],
    notFound: (request) =>
      request.path.startsWith(`${CONSOLE_SCREENS.overview.path}/`)
        ? notFoundPage(request, settings, { view: missing, name: SCRIPT, frames: true })
        : notFoundPage(request, settings),
  };
}

const FOLDER = join(import.meta.dirname, 'styles');

/** The console's own styles. Its documents load the style sheet of the pages first. */
const rules = styleRules(FOLDER, () => ['frame.css', 'lists.css', 'overview.css', 'screens.css']);

const createConsoleStylesheet = (base: string): ServedFile =>
  servedFile('/assets/console.css', 'text/css', base, () => Buffer.from(rules()));
