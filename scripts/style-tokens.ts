import { readFileSync } from 'node:fs';

/** The custom properties of the pages that CUSTOM_CSS may rely on. Others may come and go. */
const TOKENS: Readonly<Record<string, string>> = {
  '--brand': 'buttons and the mark; from `BRAND_COLOR`',
  '--on-brand': 'text on it',
  '--link': 'links and the ring of the focus',
  '--canvas': 'the ground of the page',
  '--surface': 'cards',
  '--sunken': 'quiet areas in cards',
  '--ink': 'text',
  '--ink-soft': 'text of less importance',
  '--line': 'lines and the borders of cards',
  '--field-line': 'the borders of fields',
  '--danger': 'errors',
  '--danger-surface': 'the ground of errors',
  '--success': 'what has succeeded',
  '--success-surface': 'the ground of what has succeeded',
  '--shadow': 'the shadow of cards',
  '--field': 'the ground of fields',
  '--radius': 'the corners of fields and buttons; those of cards are twice as round',
  '--space': 'the unit of space in and between cards and fields',
  '--font': 'the face of all text',
};

const COMPUTED = 'computed from `BRAND_COLOR`';

/** The table of docs/pages.md, with the values of the style sheet. */
export function tokensTable(): string {
  const css = readFileSync(new URL('../src/pages/styles/base.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => block ?? '');
  const rows = Object.entries(TOKENS).map(([name, about]) => {
    const value = valueIn(light, name);
    if (value === undefined && !/^--(on-)?brand$/.test(name)) throw new Error(`base.css has no ${name}`);
    return `| \`${name}\` | ${about} | ${print(value)} | ${print(valueIn(dark, name) ?? value)} |`;
  });
  return ['| property | what it is | light | dark |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const valueIn = (block: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}:\\s*([^;]+);`, 'm').exec(block)?.[1]?.replaceAll(/\s+/g, ' ');

const print = (value: string | undefined): string =>
  value === undefined || value.startsWith('var(--brand') ? COMPUTED : `\`${value}\``;
