import { connectionEndpoint } from '../api/connection-endpoint.ts';
import { jwksEndpoint, KEY_SET } from '../api/jwks-endpoint.ts';
import { loadOpenApiDocument, openApiEndpoint } from '../api/openapi/endpoint.ts';
import { operationEndpoint } from '../api/operation-endpoint.ts';
import { pictureEndpoint } from '../api/picture-endpoint.ts';
import { enabledRoutes } from '../api/route.ts';
import type { SharedServices } from '../api/services.ts';
import { createConsole } from '../console/admin-endpoints.ts';
import type { ConsoleSettings } from '../console/console-context.ts';
import { EMAIL_REFILL_MS } from '../core/sign-in/throttle.ts';
import { enabledFeatures, FEATURES } from '../features/index.ts';
import { ApiError } from '../http/api-error.ts';
import type { DescribedEndpoint, Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { VERSION } from '../lib/version.ts';
import { healthEndpoints, LIVENESS, READINESS } from '../monitoring/health-probes.ts';
import type { Check } from '../monitoring/readiness-checks.ts';
import { readCustomCss } from '../pages/custom-css.ts';
import { iconEndpoints } from '../pages/icon.ts';
import { inboxEndpoints } from '../pages/inbox-endpoints.ts';
import { notFoundPage, pageEndpoints } from '../pages/page-endpoints.ts';
import type { LoadedTexts } from '../pages/page-texts.ts';
import { createScripts } from '../pages/scripts.ts';
import { createStylesheet } from '../pages/stylesheet.ts';
import { referenceEndpoints } from '../reference/reference-endpoints.ts';
import type { AppContext } from './app-context.ts';
import type { Mail } from './create-mail.ts';
import type { DevelopmentHints } from './development-hints.ts';
import { ROUTES } from './routes.ts';
import { SCRIPT_SOURCES } from './script-sources.ts';

export interface EndpointsParts {
  readonly services: SharedServices;
  readonly mail: Mail;
  readonly pageTexts: LoadedTexts;
  readonly consoleTexts: ConsoleSettings['consoleTexts'];
  /** The checks of /readyz. */
  readonly checks: readonly Check[];
  /** Undefined in production. */
  readonly hints: DevelopmentHints | undefined;
}

/** Everything that a server serves. */
interface ServedEndpoints {
  readonly endpoints: readonly Endpoint[];
  readonly notFound: Endpoint['answer'];
}

/** The endpoints of a server. With ADMIN_PORT, the administration has a separate server. */
export function createEndpoints(context: AppContext, parts: EndpointsParts): (hasAdmin: boolean) => ServedEndpoints {
  const { config, frontendUrl, log } = context;
  const { services, mail, hints } = parts;
  const { worker, inbox } = mail;
  const { brand, basePath: base } = config;
  const stylesheet = createStylesheet(brand, base);
  const scripts = createScripts(base, SCRIPT_SOURCES);
  const hosted = { brand, base, stylesheet: stylesheet.address, scriptOf: scripts.scriptOf };
  const customCss = config.customCss === undefined ? undefined : readCustomCss(config.customCss, base);
  const hostedPages = config.features.pages ? { ...pageSettings(context, parts), ...hosted, customCss } : undefined;
  const localAccess = {
    networks: config.inboxNetworks,
    trustedProxies: config.trustProxy,
    hostNames: () => [config.host, config.adminHost, new URL(frontendUrl()).hostname],
  };

  return (hasAdmin) => {
    const features = { ...config.features, admin: hasAdmin };
    const routes = enabledRoutes(ROUTES, config.features).filter((route) => hasAdmin || !route.isAdministration);
    const listed = routes.filter(({ listedWith }) => listedWith === undefined || features[listedWith]);
    const document = () => loadOpenApiDocument(VERSION, listed, DESCRIBED_ENDPOINTS, { ...config, features });
    const pages = hostedPages && { ...hostedPages, features };
    const admin = pages && hasAdmin ? createConsole(pages, services.system.previewEmail) : undefined;
    return {
      endpoints: [
        ...routes.map((route) => operationEndpoint(route, services, log)),
        pictureEndpoint(services.db),
        jwksEndpoint(services.system.signingKeys, hints?.emptyKeySet),
        ...enabledFeatures(features).flatMap((one) => one.endpoints?.({ ...context, services, pages }) ?? []),
        openApiEndpoint(document),
        ...healthEndpoints(parts.checks),
        connectionEndpoint(services.system.signingKeys, services.nowMs, VERSION),
        stylesheet.endpoint,
        ...(pages && customCss ? [customCss.endpoint] : []),
        ...(inbox || pages || features.reference ? [scripts.endpoint, ...iconEndpoints(brand)] : []),
        ...(inbox ? inboxEndpoints(inbox, { ...hosted, ...localAccess, settled: worker.settled }) : []),
        ...(features.reference ? referenceEndpoints({ ...hosted, hasInbox: inbox !== undefined }) : []),
        ...(pages ? pageEndpoints(pages) : []),
        ...(admin?.endpoints ?? []),
      ],
      async notFound(request) {
        const off = FEATURES.find(({ name, whenOff }) => !features[name] && whenOff?.paths.has(request.path));
        if (!config.production && off?.whenOff) throw new ApiError(off.whenOff.error);
        const page = pages && (await (admin ? admin.notFound(request) : notFoundPage(request, pages)));
        if (page) return page;
        throw new ApiError(NotFound);
      },
    };
  };
}

const pageSettings = (
  { config, languages }: AppContext,
  { services, mail, pageTexts, consoleTexts, hints }: EndpointsParts,
) =>
  ({
    hasDeveloperInbox: mail.inbox !== undefined,
    linksReference: config.features.reference && !config.production,
    identityProviders: services.providerLogins?.providers ?? [],
    deletionGraceMs: config.deletionGraceMs,
    emailLimit: { burst: config.maxEmailBurst, refillMs: EMAIL_REFILL_MS },
    nowMs: services.nowMs,
    returnUrls: config.returnUrls,
    refusedReturn: hints?.refusedReturn,
    homeUrl: config.homeUrl,
    languages,
    texts: pageTexts,
    consoleTexts,
    fields: config.fields,
    industries: config.industries,
    phoneCountries: config.phoneCountries,
  }) satisfies Partial<ConsoleSettings>;

/** The endpoints that the OpenAPI document describes besides the operations. */
export const DESCRIBED_ENDPOINTS: readonly DescribedEndpoint[] = [LIVENESS, READINESS, KEY_SET];
