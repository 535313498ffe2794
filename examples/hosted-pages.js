// hosted-pages.js: an application that leaves accounts to Latchkey.
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream';

const PORT = Number(process.env.APP_PORT ?? 4000);
const LATCHKEY = new URL(process.env.LATCHKEY ?? 'http://127.0.0.1:3000');
// Where this application sends people to log in: its own address, with Latchkey behind it, or another one.
const PAGES = process.env.PAGES_URL ?? '';

const PAGE = `<!doctype html><title>Shop</title><h1 id="hello"></h1><a id="login" hidden>Log in</a>
<script src="/shop/app.js" type="module"></script>`;

const SCRIPT = `
const hello = document.getElementById('hello');
const login = document.getElementById('login');
const KEY = 'latchkey.refresh-token';
const storage = [sessionStorage, localStorage].find((one) => one.getItem(KEY) !== null);
const body = storage && JSON.stringify({ refresh_token: storage.getItem(KEY) });
const answer = storage && await fetch('/api/refresh', { method: 'POST', body });
if (answer && answer.ok) {
  const { data } = await answer.json();
  // With REFRESH_ROTATION=on.
  if (data.refresh_token) storage.setItem(KEY, data.refresh_token);
  hello.textContent = 'Hello ' + data.user.full_name;
} else {
  hello.textContent = location.search === '?back' ? 'Back in the shop' : 'The shop';
  login.href = '${PAGES}/login?return_to=' + encodeURIComponent(location.origin + '/shop?back');
  login.hidden = false;
}`;

function askLatchkey(incoming, outgoing) {
  // The address that is seen here, in place of whatever the visitor says: Latchkey counts wrong passwords by it.
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
  const { hostname, port } = LATCHKEY;
  const asked = request({ hostname, port, path: incoming.url, method: incoming.method, headers });
  asked.on('response', (answer) => pipeline(answer, outgoing.writeHead(answer.statusCode, answer.headers), () => {}));
  asked.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'retry-after': 5 }).end('Accounts are not available. Please try again in a moment.');
  });
  outgoing.on('close', () => asked.destroy());
  incoming.pipe(asked);
}

createServer((incoming, outgoing) => {
  const [path] = incoming.url.split('?');
  if (path === '/shop/app.js') outgoing.setHeader('content-type', 'text/javascript').end(SCRIPT);
  else if (path === '/shop') outgoing.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  // Everything else, so that no page is forgotten to which an e-mail leads.
  else askLatchkey(incoming, outgoing);
}).listen(PORT, '127.0.0.1', () => console.log(`http://localhost:${PORT}/shop`));
