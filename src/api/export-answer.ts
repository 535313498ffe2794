import { type AccountExport, exportTexts } from '../core/profile/export-account.ts';
import { JSON_TYPE } from './operation.ts';

export const EXPORTED = 'Data exported successfully';

/** The envelope of a successful response around an account export, written as the rows are read. */
export const exportAnswer = (exported: AccountExport) => ({
  contentType: JSON_TYPE,
  stream: enveloped(exportTexts(exported)),
});

async function* enveloped(data: AsyncIterable<string>): AsyncGenerator<string> {
  yield `{"status":"success","message":${JSON.stringify(EXPORTED)},"data":`;
  yield* data;
  yield '}';
}
