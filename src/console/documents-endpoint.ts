import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { DOCUMENTS_PATH } from './console-paths.ts';

const FOLDER = join(import.meta.dirname, '../../docs');

/** Some installations omit the documents. */
export const hasDocuments = (): boolean => existsSync(join(FOLDER, 'README.md'));

/** This version's documents as plain Markdown, for links in the console. */
export const documentsEndpoint: Endpoint = {
  method: 'GET',
  path: `${DOCUMENTS_PATH}/:name`,
  answer({ params: { name = '' } }) {
    const file = hasDocuments() && readdirSync(FOLDER).find((entry) => entry === name && entry.endsWith('.md'));
    if (!file) throw new ApiError(NotFound);
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': "default-src 'none'" },
      body: readFileSync(join(FOLDER, file)),
      compressible: true,
    };
  },
};
