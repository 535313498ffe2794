import type { DescribedEndpoint } from '../../http/described-endpoint.ts';
import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { loadRoutes, type Route } from '../routes.ts';
import { openApiDocument } from './document.ts';

/** GET /openapi.json, without the envelope because tools expect the bare document. Generated at the first request. */
export function openApiEndpoint(
  version: string,
  routes: readonly Route[],
  others: readonly DescribedEndpoint[],
): Endpoint {
  let document: Buffer | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    async answer() {
      document ??= Buffer.from(JSON.stringify(openApiDocument(version, await loadRoutes(routes), others)));
      return { ...jsonText(document), compressible: true };
    },
  };
}
