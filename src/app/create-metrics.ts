import { dirname } from 'node:path';
import type { SharedServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import { FEATURES } from '../features/index.ts';
import type { RequestLine } from '../http/server.ts';
import { createQueryMetrics } from '../monitoring/database-metrics.ts';
import { createEventCounts } from '../monitoring/event-counts.ts';
import { createLoginMetrics } from '../monitoring/login-metrics.ts';
import { collectMetrics, counters, type MetricSources } from '../monitoring/metrics.ts';
import { createRequestMetrics } from '../monitoring/request-metrics.ts';

type OwnSources = 'requests' | 'logins' | 'queries' | 'events';
type ServiceSources = 'throttled' | 'passwords' | 'codes';

type OtherSources = Omit<
  MetricSources,
  OwnSources | ServiceSources | 'liveListeners' | 'ofFeatures' | 'gaugesOfFeatures'
>;

export function createMetrics() {
  const [requests, logins, queries] = [createRequestMetrics(), createLoginMetrics(), createQueryMetrics()];
  const events = createEventCounts();
  return {
    /** Callbacks that collect the metrics. */
    record: {
      request(line: RequestLine) {
        requests.record(line);
        logins.record(line);
      },
      query: queries.observe,
      event: events.record,
    },
    /** Called once all services exist. */
    from(services: SharedServices, others: OtherSources) {
      const sources: MetricSources = {
        ...others,
        requests,
        logins,
        queries,
        events,
        throttled: services.throttle.counters,
        passwords: services.passwords,
        codes: services.codes?.counters ?? { right: 0, refused: 0, recovery: 0 },
        ofFeatures: () => FEATURES.flatMap(({ metrics }) => metrics?.(services, events) ?? []),
        gaugesOfFeatures: async (db) => (await Promise.all(FEATURES.map(({ gauges }) => gauges?.(db) ?? []))).flat(),
        liveListeners: services.liveAudit.count,
      };
      return { all: () => collectMetrics(sources), counters: () => counters(sources) };
    },
  };
}

/** The folders that the service writes to, by label: with PostgreSQL only DATA_DIR. */
export function writtenFolders({ dataDir, databaseUrl }: Config): Record<string, string> {
  const isFile = databaseUrl.kind === 'sqlite' && databaseUrl.path !== ':memory:';
  return { data: dataDir, ...(isFile && { database: dirname(databaseUrl.path) }) };
}
