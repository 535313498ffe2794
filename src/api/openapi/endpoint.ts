import type { Config } from '../../config/config.ts';
import { type DescribedEndpoint, type Endpoint, jsonText } from '../../http/endpoint.ts';
import { withFields } from '../account-fields.ts';
import { loadRoutes, type Route } from '../route.ts';

/** Loads the code that builds the document only on request, because startup does not need it. */
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

/** GET /openapi.json, built on the first request. No envelope, because tools expect the bare document. */
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
