import type { Features } from '../../config/features.ts';
import type { DescribedEndpoint } from '../../http/described-endpoint.ts';
import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { loadRoutes, type Route } from '../routes.ts';

/** The document of a server. What makes it is loaded when it is asked for: a start needs none of it. */
export async function loadOpenApiDocument(
  version: string,
  routes: readonly Route[],
  others: readonly DescribedEndpoint[],
  basePath: string,
  features: Features,
): Promise<object> {
  const { openApiDocument } = await import('./document.ts');
  return openApiDocument(version, await loadRoutes(routes), others, basePath, features);
}

/** GET /openapi.json, without the envelope because tools expect the bare document. Made at the first request. */
export function openApiEndpoint(load: () => Promise<object>): Endpoint {
  let document: Buffer | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    async answer() {
      document ??= Buffer.from(JSON.stringify(await load()));
      return { ...jsonText(document), compressible: true };
    },
  };
}
