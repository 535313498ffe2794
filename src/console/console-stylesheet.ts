import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Stylesheet, servedStylesheet, styleRules } from '../pages/stylesheet.ts';

const FOLDER = join(import.meta.dirname, 'styles');

/** Every file of the folder; console.css, with the shared parts, comes first. */
const rules = styleRules(FOLDER, () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.css'));
  const names = files.map((file) => file.replace(/\.css$/, ''));
  return names.sort().map((name) => `${name}.css`);
});

/** What only the console needs. */
export const createConsoleStylesheet = (base: string): Stylesheet =>
  servedStylesheet('/assets/console.css', base, rules);
