import { createDeliveryWorker } from '../../../deliveries/delivery-worker.ts';
import { createGuardedFetch } from '../../../deliveries/guarded-fetch.ts';
import { isWithin } from '../../../lib/is-within.ts';
import type { RunningParts } from '../../feature.ts';
import { createBackchannelLogout } from './backchannel-logout.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4096;

/** Starts to notify apps of logins that have ended. Returns a function that stops it. */
export function startDeliveries({ config, log, timers, services: { db, openId } }: RunningParts): () => Promise<void> {
  const fetch = createGuardedFetch({
    isAllowed: isWithin(config.deliveryNetworks),
    plainHttp: !config.production,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const deliver = { backchannel_logout: createBackchannelLogout({ db, openId, fetch }) };
  const worker = createDeliveryWorker({ db, deliver, log, timers });
  worker.start();
  return worker.stop;
}
