import type { DescribedEndpoint } from '../../http/described-endpoint.ts';
import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { loadRoutes, type Route } from '../routes.ts';

/** GET /openapi.json, without the envelope because tools expect the bare document. Made at the first request. */
export function openApiEndpoint(
  version: string,
  routes: readonly Route[],
  others: readonly DescribedEndpoint[],
): Endpoint {
  let document: Buffer | undefined;
  const write = async (): Promise<Buffer> => {
    // Loaded when it is asked for: a start needs none of it.
    const { openApiDocument } = await import('./document.ts');
    return Buffer.from(JSON.stringify(openApiDocument(version, await loadRoutes(routes), others)));
  };
  return {
    method: 'GET',
    path: '/openapi.json',
    async answer() {
      document ??= await write();
      return { ...jsonText(document), compressible: true };
    },
  };
}
