import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// A thread, because the check reads the whole file and Node has SQLite only synchronously.
const connection = new DatabaseSync(workerData, { readOnly: true });
parentPort?.postMessage(connection.prepare('PRAGMA quick_check(1)').get()?.quick_check);
connection.close();
