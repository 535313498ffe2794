import { readFileSync } from 'node:fs';

/** The custom properties of the pages that CUSTOM_CSS may rely on. Others may change with any version. */
const TOKENS: Readonly<Record<string, string>> = {
  '--brand': 'buttons and the mark',
  '--on-brand': 'text on it',
  '--link': 'links and the focus ring',
  '--canvas': 'page background',
  '--surface': 'cards',
  '--sunken': 'quiet areas in cards',
  '--ink': 'text',
  '--ink-soft': 'secondary text',
  '--line': 'lines and card borders',
  '--field-line': 'field borders',
  '--danger': 'errors',
  '--danger-surface': 'error background',
  '--success': 'success',
  '--success-surface': 'success background',
  '--shadow': 'card shadow',
  '--field': 'field background',
  '--radius': 'corners of fields and buttons; cards have twice as much',
  '--space': 'spacing unit',
  '--font': 'font of all text',
};

const MAX_VALUE_LENGTH = 40;

/** The list of docs/pages.md, with the values of the style sheet except long ones. */
export function tokensList(): string {
  const css = readFileSync(new URL('../src/pages/styles/tokens.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => block ?? '');
  const items = Object.entries(TOKENS).map(([name, about]) => {
    const [value, inDark] = [valueIn(light, name), valueIn(dark, name)];
    if (value === undefined && !/^--(on-)?brand$/.test(name)) throw new Error(`tokens.css has no ${name}`);
    if (value === undefined || value.startsWith('var(--brand')) return `- \`${name}\`: ${about}, from \`BRAND_COLOR\``;
    if (value.length > MAX_VALUE_LENGTH) return `- \`${name}\`: ${about}`;
    return `- \`${name}\`: ${about} (\`${value}\`${inDark === undefined ? '' : `, dark \`${inDark}\``})`;
  });
  return items.join('\n');
}

const valueIn = (block: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}:\\s*([^;]+);`, 'm').exec(block)?.[1]?.replaceAll(/\s+/g, ' ');
