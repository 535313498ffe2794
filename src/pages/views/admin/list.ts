import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { icon } from './icons.ts';

/** A column of a list. Its cells are drawn by the script of the screen, under the same name. */
export interface ListColumn {
  readonly name: string;
  /** Empty for a column of checkboxes or buttons, which say themselves what they are. */
  readonly label: string;
  /**
   * `main`: the link or button that opens the row. `wide`: left out where there is no room. `select` and `tools`: a checkbox before
   * it and buttons at the end, whose labels are not shown.
   */
  readonly kind?: 'main' | 'number' | 'wide' | 'select' | 'tools';
  /** The value of `sort` in the address for the lowest first; with `-` before it for the highest. */
  readonly sort?: string;
}

export interface ListView {
  /** `<id>-list` is the id of the whole; browser/admin/list-page.ts finds it by that. */
  readonly id: string;
  /** What the table shows, for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly ListColumn[];
  /** The order when the address names none. */
  readonly defaultSort?: string;
  /** Chips and selects, see below. */
  readonly filters?: Html;
}

/** A table with its filters and all of its states. It begins as an outline with the right columns, so that nothing moves when rows come. */
export function listView({ id, caption, columns, defaultSort, filters }: ListView, { texts }: PageContext): Html {
  const { common: words } = texts.admin;
  return html`<div class="list" id="${id}-list" data-default-sort="${defaultSort}">
${filters && html`<div class="filters">${filters}</div>`}
<div class="list-card">
<div class="notice danger list-problem" role="alert" hidden><span></span><button class="button plain compact" type="button">${words.retry}</button></div>
<div class="table-frame">
<table role="table" aria-busy="true">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(headCell)}</tr></thead>
<tbody role="rowgroup">${Array.from({ length: SKELETON_ROWS }, () => skeletonRow(columns))}</tbody>
</table>
</div>
<div class="list-state" hidden></div>
<div class="list-foot"><p class="soft small" role="status"></p><p class="key-hints soft small" aria-hidden="true"><kbd>j</kbd><kbd>k</kbd> ${words.keyMove} <kbd>Enter</kbd> ${words.keyOpen} <kbd>?</kbd> ${words.keyAll}</p>
<button class="button plain compact list-more" type="button" hidden>${words.more}</button></div>
</div>
</div>`;
}

const headCell = ({ name, label, kind, sort }: ListColumn): Html => {
  const content =
    sort === undefined
      ? html`<span${(kind === 'tools' || kind === 'select') && html` class="unseen"`}>${label}</span>`
      : html`<button class="sort" type="button" data-sort="${sort}">${label}<span class="sort-mark" aria-hidden="true"></span></button>`;
  return html`<th scope="col" role="columnheader" data-column="${name}"${kind !== undefined && html` class="${kind}"`}>${content}</th>`;
};

const SKELETON_ROWS = 8;

const skeletonRow = (columns: readonly ListColumn[]): Html =>
  html`<tr class="skeleton" aria-hidden="true">${columns.map(({ kind }) => html`<td class="${kind}"><span class="bar"></span></td>`)}</tr>`;

interface Choice {
  /** Empty: all. */
  readonly value: string;
  readonly label: string;
}

/** One of a few values of a filter, in sight: links, so that each choice has an address. The first is the one without the filter. */
export const filterChips = (name: string, label: string, choices: readonly Choice[]): Html =>
  html`<div class="chips" role="group" aria-label="${label}">${choices.map(
    ({ value, label: text }) =>
      html`<a class="chip" href="?${value !== '' && `${name}=${encodeURIComponent(value)}`}" data-filter="${name}" data-value="${value}">${text}</a>\n`,
  )}</div>`;

/** One of many values of a filter. The first choice is the one without the filter. */
export const filterSelect = (name: string, label: string, choices: readonly Choice[]): Html =>
  html`<label class="filter-select"><span class="unseen">${label}</span><select data-filter="${name}" title="${label}">${choices.map(
    ({ value, label: text }) => html`<option value="${value}">${text}</option>\n`,
  )}</select>${icon('down')}</label>`;

/** Where a screen is drawn by its script as a whole. */
export const skeletonCard: Html = html`<div class="console-card skeleton" id="screen-skeleton" aria-hidden="true"><span class="bar title-bar"></span><span class="bar"></span><span class="bar field-bar"></span><span class="bar"></span></div>`;
