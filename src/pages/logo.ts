import type { Brand } from '../config/brand.ts';
import { DEFAULT_LOGO } from './default-logo.ts';
import { type Html, html } from './html.ts';

/** The deployment's logo, or our mark. Both have an empty alternative text, because the name is beside them. */
export function logo({ logoUrl, logoDarkUrl }: Brand): Html {
  if (logoUrl === undefined) return mark(32);
  const image = html`<img class="logo" src="${logoUrl}" alt="" height="32">`;
  if (logoDarkUrl === undefined) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${logoDarkUrl}">${image}</picture>`;
}

/** The mark in the brand's colour. */
export const mark = (size: number): Html =>
  html`<svg class="mark" viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true" focusable="false">
<rect class="mark-ground" width="32" height="32" rx="9"/><path class="mark-sign" d="${DEFAULT_LOGO}"/></svg>`;
