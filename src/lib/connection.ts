export const CONNECTION_PATH = '/healthz/connection';

/** How a request of latchkey doctor arrived at the service. */
export interface Connection {
  readonly version: string;
  /** The peer of the connection: the last proxy, if any. */
  readonly peer: string;
  /** X-Forwarded-For as received. */
  readonly forwarded_for: string | null;
  /** The client that the request counts towards. */
  readonly client: string | null;
}
