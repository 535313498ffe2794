import type { Brand } from '../config/brand.ts';
import { type Html, html } from './html.ts';
import { KEYHOLE } from './keyhole.ts';

/** The logo of the deployment, or our mark. The name stands beside it, so both have an empty alternative text. */
export function logo({ logoUrl, logoDarkUrl }: Brand): Html {
  if (logoUrl === undefined) return mark(32);
  const image = html`<img class="logo" src="${logoUrl}" alt="" height="32">`;
  if (logoDarkUrl === undefined) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${logoDarkUrl}">${image}</picture>`;
}

/** In the colour of the brand. */
export const mark = (size: number): Html =>
  html`<svg class="mark" viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true" focusable="false"><rect class="mark-ground" width="32" height="32" rx="9"/><path class="mark-sign" d="${KEYHOLE}"/></svg>`;
