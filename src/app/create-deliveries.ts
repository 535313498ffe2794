import { createDeliveryWorker, type DeliveryWorker } from '../deliveries/delivery-worker.ts';
import { createGuardedFetch } from '../deliveries/guarded-fetch.ts';
import { createBackchannelLogout } from '../features/openid/logout/backchannel-logout.ts';
import type { OpenId } from '../features/openid/provider/create-openid.ts';
import { isWithin } from '../lib/is-within.ts';
import type { Store } from '../store/commit.ts';
import type { AppContext } from './app-context.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4096;

export function createDeliveries({ config, log, timers }: AppContext, db: Store, openId: OpenId): DeliveryWorker {
  const fetch = createGuardedFetch({
    isAllowed: isWithin(config.deliveryNetworks),
    plainHttp: !config.production,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  const deliver = { backchannel_logout: createBackchannelLogout({ db, openId, fetch }) };
  return createDeliveryWorker({ db, deliver, log, timers });
}
