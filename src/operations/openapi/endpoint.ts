import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { openApiDocument } from './document.ts';

/** GET /openapi.json, without the envelope because tools expect the bare document. Generated at the first request. */
export function openApiEndpoint(version: string): Endpoint {
  let document: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    answer() {
      document ??= JSON.stringify(openApiDocument(version));
      return jsonText(document);
    },
  };
}
