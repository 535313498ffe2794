import { importShare } from './share.ts';

await importShare(import.meta.filename);
