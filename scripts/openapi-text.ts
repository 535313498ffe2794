import { DESCRIBED_ENDPOINTS } from '../src/app/create-endpoints.ts';
import { VERSION } from '../src/lib/version.ts';
import { openApiDocument } from '../src/operations/openapi/document.ts';
import { loadRoutes, ROUTES } from '../src/operations/routes.ts';

/** The OpenAPI document of a service with every feature. */
export const OPENAPI_TEXT = `${JSON.stringify(openApiDocument(VERSION, await loadRoutes(ROUTES), DESCRIBED_ENDPOINTS), null, 2)}\n`;
