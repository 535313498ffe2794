import { type Endpoint, jsonText } from '../../http/endpoint.ts';
import { openApiDocument } from './document.ts';

/** Without the envelope, like the key set: tools expect the document itself. Made when first asked for. */
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
