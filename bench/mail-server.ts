import { createServer } from 'node:net';

/**
 * Accepts every e-mail and discards it, as cheaply as possible: the mail server is not what is measured. Supports
 * pipelining, as Postfix and Exim do.
 */
createServer((socket) => {
  let isMessage = false;
  let rest = '';
  socket.setEncoding('utf8').on('error', () => socket.destroy());
  socket.write('220 bench\r\n');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isMessage) {
        if (line !== '.') continue;
        isMessage = false;
        socket.write('250 taken\r\n');
      } else if (/^data$/i.test(line)) {
        isMessage = true;
        socket.write('354 go on\r\n');
      } else if (/^ehlo/i.test(line)) socket.write('250-bench\r\n250-PIPELINING\r\n250 8BITMIME\r\n');
      else if (/^quit$/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 bench\r\n');
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
