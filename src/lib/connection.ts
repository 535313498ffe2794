export const CONNECTION_PATH = '/healthz/connection';

/** How a request of latchkey doctor has arrived at the service. */
export interface Connection {
  readonly version: string;
  /** The peer of the connection: the last proxy, if there is one. */
  readonly peer: string;
  /** X-Forwarded-For as it came in. */
  readonly forwarded_for: string | null;
  /** Whom the request counts for. */
  readonly client: string | null;
}
