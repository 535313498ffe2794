import { ERROR_CODES } from '../http/envelope.ts';
import { openApiDocument } from '../http/openapi.ts';
import { SETTINGS } from '../settings.ts';
import { AUDIT_EVENTS } from '../store/audit.ts';
import { VERSION } from '../version.ts';
import { allCommandLines } from './usage.ts';

interface GeneratedSection {
  readonly file: string;
  readonly section: string;
  readonly content: () => string;
}

/** Each stands between `<!-- begin name -->` and `<!-- end name -->`; `npm run docs` writes them anew. */
export const GENERATED_DOCS: readonly GeneratedSection[] = [
  { file: 'docs/security.md', section: 'events', content: eventsTable },
  { file: 'docs/configuration.md', section: 'settings', content: settingsTable },
  { file: 'docs/errors.md', section: 'codes', content: codesTable },
  { file: 'docs/commands.md', section: 'usage', content: () => `\`\`\`\n${allCommandLines()}\`\`\`` },
];

export function replaceSection(document: string, section: string, content: string): string {
  const [begin, end] = [`<!-- begin ${section} -->`, `<!-- end ${section} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the document has no section ${section}`);
  return `${document.slice(0, from + begin.length)}\n${content}\n${document.slice(to)}`;
}

/** Files that are written whole. */
export const GENERATED_FILES: readonly { file: string; content: () => string }[] = [
  { file: '.env.example', content: exampleEnvironment },
  { file: 'docs/openapi.json', content: () => `${JSON.stringify(openApiDocument(VERSION), null, 2)}\n` },
];

function exampleEnvironment(): string {
  const settings = Object.entries(SETTINGS).map(
    ([name, { about, byDefault, example }]) =>
      `\n# ${about.replaceAll('`', '')} (default: ${byDefault})\n# ${name}=${example}\n`,
  );
  return `# Copy to .env and uncomment what you need. docs/configuration.md explains each.\n${settings.join('')}`;
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { about, byDefault, example }]) =>
      `| \`${name}\` | ${cell(about)} | ${cell(byDefault)} | \`${cell(example)}\` |`,
  );
  return ['| setting | meaning | default | example |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function codesTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, status]) => `| \`${code}\` | ${status} |`);
  return ['| `X-Error-Code` | status |', '| --- | --- |', ...rows].join('\n');
}

function eventsTable(): string {
  const rows = Object.entries(AUDIT_EVENTS).map(([event, about]) => `| \`${event}\` | ${about} |`);
  return ['| event | |', '| --- | --- |', ...rows].join('\n');
}

/** `<PLACE>` would be taken for a tag. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
