import { byId } from '../page.ts';
import { type Plot, plot, type Series } from './chart-plot.ts';
import { element, replaceContent } from './element.ts';
import { formatNumber } from './times.ts';
import { wordsOf } from './words.ts';

export interface ChartData {
  readonly title: string;
  /** `2026-11-15`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Below the chart. */
  readonly note: string;
}

export interface Chart {
  draw(data: ChartData): void;
}

const words = wordsOf('overview');
const language = document.documentElement.lang;
const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longFormat = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const shortDay = (day: string): string => dayFormat.format(new Date(day));
const longDay = (day: string): string => longFormat.format(new Date(day));

/**
 * A chart in a figure that the server has drawn: lines by day, a legend whose numbers are those of the day that is pointed at, and the same as a
 * table. The arrow keys go from day to day, as on a slider. Its parts stay when it is drawn again, and with them the focus and the open table.
 */
export function chart(id: string, signal: AbortSignal): Chart {
  const figure = byId(id, HTMLElement);
  const area = figure.querySelector<HTMLElement>('.chart-area') as HTMLElement;
  const when = figure.querySelector('.chart-when') as HTMLElement;
  const parts = partsOf();
  const { slider } = parts;
  let data: ChartData | undefined;
  let plotted: Plot | undefined;
  /** Undefined: none is pointed at. */
  let pointed: number | undefined;

  function point(at: number | undefined): void {
    if (!data) return;
    const last = data.days.length - 1;
    pointed = at === undefined ? undefined : Math.min(Math.max(at, 0), last);
    plotted?.point(pointed);
    when.textContent = pointed === undefined ? '' : longDay(data.days[pointed] ?? '');
    replaceContent(parts.legend, legendOf(data, pointed));
    slider.setAttribute('aria-valuenow', String(pointed ?? last));
    slider.setAttribute('aria-valuetext', valueText(data, pointed ?? last));
  }
  function replot(): void {
    if (data) plotted = plot(slider, { days: data.days.map(shortDay), series: data.series });
    point(pointed);
  }
  slider.addEventListener('pointermove', ({ clientX }) => plotted && point(plotted.indexAt(clientX)));
  for (const type of ['pointerleave', 'blur']) slider.addEventListener(type, () => point(undefined));
  slider.addEventListener('keydown', (event) => {
    const last = (data?.days.length ?? 1) - 1;
    const at = keyTarget(event.key, pointed, last);
    if (at === undefined) return;
    event.preventDefault();
    point(at);
  });
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (area.clientWidth === width) return;
    width = area.clientWidth;
    replot();
  });
  observer.observe(area);
  signal.addEventListener('abort', () => observer.disconnect());
  return {
    draw(given) {
      if (!data) area.replaceChildren(parts.legend, slider, parts.foot);
      if (given.days.length !== data?.days.length) pointed = undefined;
      data = given;
      figure.removeAttribute('aria-busy');
      for (const one of [slider, parts.table]) one.setAttribute('aria-label', given.title);
      slider.setAttribute('aria-valuemax', String(given.days.length - 1));
      parts.note.textContent = given.note;
      parts.table.replaceChildren(tableOf(given));
      replot();
    },
  };
}

function partsOf() {
  const slider = element('div', {
    className: 'chart-plot',
    tabIndex: 0,
    attributes: { role: 'slider' },
    aria: { orientation: 'horizontal', valuemin: '0' },
  });
  const table = element('div', { className: 'chart-table', tabIndex: 0, attributes: { role: 'group' } });
  const note = element('span', { className: 'soft small' });
  const details = element('details', {}, element('summary', {}, words.asTable), table);
  const foot = element('div', { className: 'chart-foot' }, details, note);
  return { legend: element('div', { className: 'chart-legend' }), slider, table, note, foot };
}

/** The first key only shows where one is: at the last day. */
function keyTarget(key: string, at: number | undefined, last: number): number | undefined {
  const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 }[key];
  if (step !== undefined) return at === undefined ? last : at + step;
  return { Home: 0, End: last }[key];
}

const valueText = ({ days, series }: ChartData, at: number): string =>
  [longDay(days[at] ?? ''), ...series.map(({ label, values }) => `${label} ${formatNumber(values[at] ?? 0)}`)].join(
    ', ',
  );

/** The lines and what they are; with their numbers on the day that is pointed at. */
const legendOf = ({ series }: ChartData, at: number | undefined): HTMLElement[] =>
  series.map(({ label, className, values }) =>
    element(
      'span',
      { className: `chart-key ${className}` },
      element('span', { className: 'chart-line', attributes: { 'aria-hidden': 'true' } }),
      label,
      at !== undefined && element('strong', {}, formatNumber(values[at] ?? 0)),
    ),
  );

const tableOf = ({ days, series, title }: ChartData): HTMLTableElement =>
  element(
    'table',
    {},
    element('caption', { className: 'unseen' }, title),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, words.day),
        series.map(({ label }) => element('th', { scope: 'col', className: 'number' }, label)),
      ),
    ),
    element(
      'tbody',
      {},
      days
        .map((day, at) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, longDay(day)),
            series.map(({ values }) => element('td', { className: 'number' }, formatNumber(values[at] ?? 0))),
          ),
        )
        .reverse(),
    ),
  );
