import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { DOCUMENTS_PATH } from './console-paths.ts';

const FOLDER = join(import.meta.dirname, '../../docs');

/** Some ways to install the service leave the documents out. */
export const hasDocuments = (): boolean => existsSync(join(FOLDER, 'README.md'));

/** The documents of this version, for links of the console: as they are written, without anything to draw them. */
export const documentsEndpoint: Endpoint = {
  method: 'GET',
  path: `${DOCUMENTS_PATH}/:name`,
  answer({ params: { name = '' } }) {
    const file = hasDocuments() && readdirSync(FOLDER).find((one) => one === name && one.endsWith('.md'));
    if (!file) throw new ApiError(NotFound);
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': "default-src 'none'" },
      body: readFileSync(join(FOLDER, file)),
      compressible: true,
    };
  },
};
