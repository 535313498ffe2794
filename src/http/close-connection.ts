import type { Socket } from 'node:net';

/** Lingering close: how long the client has to read the last response before the socket is destroyed. */
const LINGER_MS = 500;

const closing = new WeakSet<Socket>();

/**
 * Closes a connection gracefully: half-closes it after `finalData`, destroys it after LINGER_MS. Data that still
 * arrives is read and dropped: closing with unread data sends a TCP reset that may lose the response.
 */
export function closeConnection(socket: Socket, finalData = ''): void {
  if (socket.destroyed || closing.has(socket)) return;
  closing.add(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(finalData);
  socket.resume();
}

export const isClosing = (socket: Socket): boolean => closing.has(socket);
