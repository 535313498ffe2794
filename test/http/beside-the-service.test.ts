import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { DEVELOPER_INBOX } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

/** An address of this machine that others reach; undefined without a network. */
const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

const answerOf = async (url: string, headers: Record<string, string> = {}): Promise<number | string> => {
  const response = await fetch(url, { headers }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status ?? 'nobody listens';
};

describe('what listens beside the service', () => {
  it('is for this machine alone where the service is for all, and the log says so', async (t) => {
    const metricsPort = await freePort();
    const settings = { HOST: '0.0.0.0', METRICS_PORT: String(metricsPort), LOG_FORMAT: 'text' };
    const service = await createServiceProcess(t, { settings });
    await service.start();
    const { port } = new URL(service.url);
    await until('the log says it', () => service.output().includes('console'));
    assert.match(service.output(), /\/dev\/inbox, only to this machine \(INBOX_NETWORKS\)\n/);
    assert.match(service.output(), new RegExp(`metrics  on port ${metricsPort} of 127\\.0\\.0\\.1, at /metrics\\n`));
    assert.equal(await answerOf(`http://127.0.0.1:${port}/dev/inbox`), 200);
    assert.equal(await answerOf(`http://127.0.0.1:${metricsPort}/metrics`), 200);
    if (OUTSIDE === undefined) return;
    assert.equal(await answerOf(`http://${OUTSIDE}:${port}/healthz`), 200);
    assert.equal(await answerOf(`http://${OUTSIDE}:${port}/dev/inbox`), 403);
    assert.equal(await answerOf(`http://${OUTSIDE}:${port}/dev/inbox/events`), 403);
    assert.equal(await answerOf(`http://${OUTSIDE}:${metricsPort}/metrics`), 'nobody listens');
  });

  it('is for others too where a setting says so, and the log says that', async (t) => {
    const metricsPort = await freePort();
    const settings = {
      HOST: '0.0.0.0',
      METRICS_PORT: String(metricsPort),
      METRICS_HOST: '0.0.0.0',
      INBOX_NETWORKS: '0.0.0.0/0',
      LOG_FORMAT: 'text',
    };
    const service = await createServiceProcess(t, { settings });
    await service.start();
    await until('the log says it', () => service.output().includes('console'));
    assert.match(service.output(), /\/dev\/inbox, only to this machine and 0\.0\.0\.0\/0 \(INBOX_NETWORKS\)\n/);
    assert.match(service.output(), new RegExp(`metrics  on port ${metricsPort} of 0\\.0\\.0\\.0, at /metrics\\n`));
    if (OUTSIDE === undefined) return;
    assert.equal(await answerOf(`http://${OUTSIDE}:${new URL(service.url).port}/dev/inbox`), 200);
    assert.equal(await answerOf(`http://${OUTSIDE}:${metricsPort}/metrics`), 200);
  });

  it('believes a proxy that its client is of another machine, and nobody that it is of this one', async (t) => {
    const { url } = await startService(t, 'sqlite', { ...DEVELOPER_INBOX, TRUST_PROXY: '0.0.0.0/0', HOST: '0.0.0.0' });
    const { port } = new URL(url);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    assert.equal(await answerOf(`http://127.0.0.1:${port}/dev/inbox`, from('192.0.2.1')), 403);
    assert.equal(await answerOf(`http://127.0.0.1:${port}/dev/inbox`, from('127.0.0.1')), 200);
    if (OUTSIDE === undefined) return;
    assert.equal(await answerOf(`http://${OUTSIDE}:${port}/dev/inbox`, from('127.0.0.1')), 403);
  });
});
