import { formatNumber } from './times.ts';

export interface Series {
  readonly label: string;
  /** Its colour and dashes: `first`, `second` or `third`. */
  readonly className: string;
  readonly values: readonly number[];
}

interface PlotData {
  /** Short names of the days. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

export interface Plot {
  /** Marks a day; undefined: none. */
  point(at: number | undefined): void;
  /** The day nearest to a place on the screen. */
  indexAt(clientX: number): number;
}

const SVG = 'http://www.w3.org/2000/svg';
/** Sizes where text has its usual size. The style sheet gives the chart a height that grows with the text, as on very wide screens. */
const HEIGHT = 200;
const TOP = 10;
const BOTTOM = 24;
/** Of a character of a label, and what stays free between two of them. */
const CHARACTER_WIDTH = 6.5;
const LABEL_GAP = 12;
const MOST_LINES = 4;

/** A round number of at least 1 that divides the axis into at most four parts. */
function roundStep(highest: number): number {
  const rough = Math.max(highest, 1) / MOST_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((one) => one >= rough && (one >= 10 || Number.isInteger(one)));
  return Math.max(1, step ?? 10 * power);
}

/** Draws lines into the element. Shapes are attributes, because the policy of the page allows no inline styles. */
export function plot(parent: HTMLElement, { days, series }: PlotData): Plot {
  const width = Math.max(parent.clientWidth, 200);
  const scale = Math.max(parent.clientHeight / HEIGHT, 1);
  const bottom = (HEIGHT - BOTTOM) * scale;
  const step = roundStep(Math.max(...series.flatMap(({ values }) => values)));
  const top = Math.max(step, Math.ceil(Math.max(...series.flatMap(({ values }) => values)) / step) * step);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  const numberWidth = Math.max(...lines.map((line) => formatNumber(line).length)) * 7 * scale + 12;
  const labelWidth = (Math.max(...days.map(({ length }) => length)) * CHARACTER_WIDTH + LABEL_GAP) * scale;
  // The labels of the first and the last day are in the middle below them, like every other.
  const left = Math.max(numberWidth, labelWidth / 2);
  const right = width - labelWidth / 2;
  const x = (at: number) => (days.length === 1 ? (left + right) / 2 : left + (at / (days.length - 1)) * (right - left));
  const y = (value: number) => TOP + (1 - value / top) * (bottom - TOP);

  const root = svg('svg', { width, height: HEIGHT * scale, 'aria-hidden': 'true' });
  for (const line of lines) {
    root.append(
      svg('line', { class: 'chart-grid', x1: left, x2: right, y1: y(line), y2: y(line) }),
      svg('text', { class: 'chart-label', x: left - 8, y: y(line) + 4, 'text-anchor': 'end' }, formatNumber(line)),
    );
  }
  root.append(...dayLabels(days, x, { left, right, scale, labelWidth }));
  const path = (values: readonly number[]) =>
    values.map((value, at) => `${at === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`).join('');
  const [first] = series;
  if (first) {
    const area = `${path(first.values)}L${round(x(days.length - 1))} ${y(0)}L${round(x(0))} ${y(0)}Z`;
    root.append(svg('path', { class: `chart-fill ${first.className}`, d: area }));
  }
  const today = days.length - 1;
  for (const { className, values } of series) {
    root.append(svg('path', { class: `chart-stroke ${className}`, d: path(values.slice(0, today)) }));
    if (today === 0) continue;
    // The last day is not over: its line is paler, because it nearly always falls.
    const last = [today - 1, today].map((at) => `${round(x(at))} ${round(y(values[at] ?? 0))}`);
    root.append(svg('path', { class: `chart-stroke today ${className}`, d: `M${last.join('L')}` }));
  }
  const mark = svg('g', { class: 'chart-mark', visibility: 'hidden' });
  const rule = svg('line', { class: 'chart-rule', y1: TOP, y2: bottom });
  const dots = series.map(({ className }) => svg('circle', { class: `chart-dot ${className}`, r: 4 }));
  mark.append(rule, ...dots);
  root.append(mark);
  parent.replaceChildren(root);
  return {
    point(at) {
      set(mark, { visibility: at === undefined ? 'hidden' : 'visible' });
      if (at === undefined) return;
      set(rule, { x1: x(at), x2: x(at) });
      for (const [index, { values }] of series.entries()) {
        const dot = dots[index];
        if (dot) set(dot, { cx: x(at), cy: y(values[at] ?? 0) });
      }
    },
    indexAt(clientX) {
      const within = (clientX - root.getBoundingClientRect().left - left) / (right - left);
      return Math.round(Math.min(Math.max(within, 0), 1) * (days.length - 1));
    },
  };
}

/** As many days as there is room for, at equal distances, the last one always. */
function dayLabels(
  days: readonly string[],
  x: (at: number) => number,
  { left, right, scale, labelWidth }: Readonly<Record<'left' | 'right' | 'scale' | 'labelWidth', number>>,
): SVGElement[] {
  const y = (HEIGHT - 6) * scale;
  const most = Math.max(2, Math.floor((right - left) / labelWidth));
  const every = Math.max(1, Math.ceil((days.length - 1) / (most - 1)));
  return days
    .map((day, at) => ({ day, at }))
    .filter(({ at }) => (days.length - 1 - at) % every === 0)
    .map(({ day, at }) => {
      return svg('text', { class: 'chart-label', x: x(at), y, 'text-anchor': 'middle' }, day);
    });
}

const round = (value: number): number => Math.round(value * 10) / 10;

function svg(tag: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const made = document.createElementNS(SVG, tag);
  set(made, attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}

function set(element: SVGElement, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
