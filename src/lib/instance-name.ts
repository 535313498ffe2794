import { isIP } from 'node:net';
import { hostname } from 'node:os';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The unique name of an instance: its machine, and the address or socket path on which it listens. */
export function instanceName(listening: ListenAddress | string): string {
  if (typeof listening === 'string') return `${hostname()} ${listening}`;
  const { host, port } = listening;
  return `${hostname()} ${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Where an instance of this machine listens; undefined for other machines and for sockets. */
export function addressOnThisMachine(name: string): ListenAddress | undefined {
  const machine = `${hostname()} `;
  if (!name.startsWith(machine)) return undefined;
  const { host, port } = /^\[?(?<host>[^/]*?)\]?:(?<port>\d+)$/.exec(name.slice(machine.length))?.groups ?? {};
  return host === undefined ? undefined : { host, port: Number(port) };
}
