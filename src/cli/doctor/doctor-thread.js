import { parentPort, workerData } from 'node:worker_threads';
import { countFindings } from './doctor.ts';

parentPort?.postMessage(await countFindings(workerData));
