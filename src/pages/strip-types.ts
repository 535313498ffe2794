import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in a thread of its own: see scripts.ts.
const files = workerData as readonly string[];
parentPort?.postMessage(files.map((file) => stripTypeScriptTypes(readFileSync(file, 'utf8'))));
