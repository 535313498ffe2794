import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in a thread, because the check reads the whole file and Node's SQLite API is synchronous.
const connection = new DatabaseSync(workerData, { readOnly: true });
parentPort?.postMessage(connection.prepare('PRAGMA quick_check(1)').get()?.quick_check);
connection.close();
