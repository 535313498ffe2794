import type { Config } from '../../config/config.ts';
import type { DescribedEndpoint } from '../../http/described-endpoint.ts';
import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { withFields } from '../account-fields.ts';
import { loadRoutes, type Route } from '../routes.ts';

/** The document of a server. What makes it is loaded when it is asked for: a start needs none of it. */
export async function loadOpenApiDocument(
  version: string,
  routes: readonly Route[],
  others: readonly DescribedEndpoint[],
  { basePath, features, fields }: Pick<Config, 'basePath' | 'features' | 'fields'>,
): Promise<object> {
  const { openApiDocument } = await import('./document.ts');
  const loaded = (await loadRoutes(routes)).map((one) => ({ ...one, operation: withFields(one.operation, fields) }));
  return openApiDocument(version, loaded, others, basePath, features);
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
