import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.ts';
import { serviceUrl } from '../config/console-url.ts';
import { isSocketPath } from '../config/operating-formats.ts';
import { endSessionsOfMany } from '../core/sign-in/end-sessions.ts';
import type { HttpServer } from '../http/server.ts';
import { socketUnusable } from '../http/unix-socket.ts';
import { instanceName } from '../lib/instance-name.ts';
import type { Store } from '../store/commit.ts';

interface Listening {
  /** The service's URL; on a socket, that of the proxy. */
  readonly url: string;
  readonly instance: string;
}

export async function listenForEverybody(
  server: HttpServer,
  { host, port, socketMode, frontendUrl = '' }: Config,
): Promise<Listening> {
  if (!isSocketPath(host)) {
    const listening = await server.listen({ host, port });
    return { url: serviceUrl(host, listening), instance: instanceName({ host, port: listening }) };
  }
  try {
    await server.listen({ path: host, mode: socketMode });
  } catch (error) {
    throw socketUnusable(host, error);
  }
  return { url: frontendUrl, instance: instanceName(host) };
}

/** A separate error, because the error for the public port suggests changing PORT. */
export async function listenForAdministrators(server: HttpServer, { adminHost: host, adminPort: port = 0 }: Config) {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw new ConfigError(
      `ADMIN_PORT ${port} of ${host} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Ends surplus sessions after a change from SESSIONS=many, before the first response. */
export async function keepOneSessionPerUser(db: Store, log: Logger): Promise<void> {
  const ended = await endSessionsOfMany(db);
  if (ended > 0) log.warn({ ended }, 'SESSIONS=single: ended all but the latest session of each user');
}
