import { join } from 'node:path';
import type { Endpoint } from '../http/endpoint.ts';
import type { LoadView, View } from '../pages/page.ts';
import { endpointsOf } from '../pages/page-endpoints.ts';
import { type ServedFile, servedFile, styleRules } from '../pages/stylesheet.ts';
import type { ConsoleContext, ConsoleSettings } from './console-context.ts';
import { CLAIM_PATH, CONSOLE_SCREENS, screenNames } from './console-paths.ts';
import { documentsEndpoint } from './documents-endpoint.ts';
import { emailPreviewEndpoint, pagePreviewEndpoint, type RenderPreview } from './preview-endpoints.ts';

/**
 * The console: one document per screen, the same for all visitors. Data comes from operations under /api/admin, which
 * check permissions.
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
  const screens = screenNames(settings).map((name) => {
    const { path, module, frames = false } = CONSOLE_SCREENS[name];
    const view = inConsole(async () => (await import('./views/shell.ts')).consoleShell(name));
    return { path, name: `admin/${module}`, view, frames };
  });
  const claim = inConsole(async () => (await import('./views/claim.ts')).claim);
  return [
    ...[...screens, { path: CLAIM_PATH, name: 'admin/claim', view: claim }].flatMap((page) =>
      endpointsOf(page, settings),
    ),
    stylesheet.endpoint,
    emailPreviewEndpoint(settings, preview),
    pagePreviewEndpoint(settings),
    documentsEndpoint,
  ];
}

const FOLDER = join(import.meta.dirname, 'styles');

/** The console's own styles. Its documents load the style sheet of the pages first. */
const rules = styleRules(FOLDER, () => ['frame.css', 'lists.css', 'overview.css', 'screens.css']);

const createConsoleStylesheet = (base: string): ServedFile =>
  servedFile('/assets/console.css', 'text/css', base, () => Buffer.from(rules()));
