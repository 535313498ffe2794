import type { Figure, Summaries } from './figures.ts';
import { number } from './table.ts';

interface Bar {
  readonly label: string;
  readonly figure: Figure;
  readonly kind: 'limit' | 'latchkey' | 'peer';
}

interface Group {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const bar = (kind: Bar['kind'], label: string, figure: Figure): Bar => ({ kind, label, figure });

const GROUPS: readonly Group[] = [
  {
    title: 'Sign-up',
    bars: [
      bar('limit', 'raw argon2', 'argon2Threads'),
      bar('latchkey', 'Latchkey', 'signUp'),
      bar('latchkey', 'Latchkey, PostgreSQL', 'signUpPostgres'),
      bar('peer', 'better-auth', 'signUpPeer'),
    ],
  },
  {
    title: 'Sign-in',
    bars: [
      bar('limit', 'raw argon2', 'argon2Threads'),
      bar('latchkey', 'Latchkey', 'signIn'),
      bar('latchkey', 'Latchkey, PostgreSQL', 'signInPostgres'),
      bar('peer', 'better-auth', 'signInPeer'),
    ],
  },
  {
    title: 'GET /api/me and POST /api/refresh, one core',
    bars: [
      bar('limit', 'bare Fastify', 'fastify'),
      bar('limit', 'node:http + HMAC + read', 'http'),
      bar('latchkey', 'Latchkey, me', 'me'),
      bar('latchkey', 'Latchkey, refresh', 'refresh'),
      bar('peer', 'better-auth, session', 'mePeer'),
    ],
  },
  {
    title: 'GET /api/me on PostgreSQL, one core',
    bars: [
      bar('limit', 'bare Fastify + read', 'fastifyPostgres'),
      bar('latchkey', 'Latchkey', 'mePostgres'),
      bar('peer', 'better-auth, session', 'mePostgresPeer'),
    ],
  },
];

const WIDTH = 760;
const LABELS = 190;
const BARS = 460;
const ROW = 22;
const TITLE = 34;

/** Readable on light and dark pages: the picture asks the reader's system. */
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600 }
  .limit { fill: #b6bec9 } .latchkey { fill: #2563eb } .peer { fill: #d97706 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .limit { fill: #59636e } .latchkey { fill: #5b93ff } .peer { fill: #e9a23b }
  }`;

/** Requests a second, each group drawn to the scale of its own limit. */
export function plot(summaries: Pick<Summaries, Figure>): string {
  const lines: string[] = [];
  let y = 0;
  for (const { title, bars } of GROUPS) {
    const longest = Math.max(...bars.map(({ figure }) => summaries[figure].perSecond));
    lines.push(`<text class="title" x="0" y="${y + 20}">${title}</text>`);
    y += TITLE;
    for (const { label, figure, kind } of bars) {
      const { perSecond } = summaries[figure];
      const width = Math.max(1, (perSecond / longest) * BARS).toFixed(1);
      lines.push(
        `<text x="${LABELS - 8}" y="${y + 13}" text-anchor="end">${label}</text>`,
        `<rect class="${kind}" x="${LABELS}" y="${y}" width="${width}" height="${ROW - 5}" rx="2"/>`,
        `<text x="${LABELS + Number(width) + 6}" y="${y + 13}">${number(perSecond)}/s</text>`,
      );
      y += ROW;
    }
    y += 8;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-labelledby="t">
<title id="t">Requests a second of Latchkey, of the limits and of better-auth</title>
<style>${STYLE}</style>
${lines.join('\n')}
</svg>
`;
}
