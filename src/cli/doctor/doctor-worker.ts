import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Environment } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import type { FindingCounts } from './doctor.ts';

/** Runs the doctor in a thread of the service, because some checks read many rows and block. */
export async function runDoctorInWorker(
  environment: Environment,
  settingsFile: EnvironmentFile,
  signal: AbortSignal,
): Promise<FindingCounts> {
  const thread = new Worker(new URL('./doctor-thread.js', import.meta.url), {
    workerData: { environment: { ...environment }, settingsFile },
  });
  try {
    const [counts] = await once(thread, 'message', { signal });
    return counts;
  } finally {
    void thread.terminate();
  }
}
