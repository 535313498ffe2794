import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../deliveries/delivery-worker.ts';
import { createGuardedFetch } from '../deliveries/guarded-fetch.ts';
import { isWithin } from '../lib/is-within.ts';
import type { Timers } from '../lib/timers.ts';
import { createBackchannelLogout } from '../openid/backchannel-logout.ts';
import type { OpenId } from '../openid/openid.ts';
import type { Store } from '../store/commit.ts';

interface DeliveriesParts {
  readonly config: Config;
  readonly db: Store;
  readonly openId: OpenId;
  readonly log: Logger;
  readonly timers: Timers;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4096;

export function createDeliveries({ config, db, openId, log, timers }: DeliveriesParts): DeliveryWorker {
  const fetch = createGuardedFetch({
    isAllowed: isWithin(config.deliveryNetworks),
    plainHttp: !config.production,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const deliver = { backchannel_logout: createBackchannelLogout({ db, openId, fetch }) };
  return createDeliveryWorker({ db, deliver, log, timers });
}
