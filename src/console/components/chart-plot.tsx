import { Fragment } from 'preact';
import type { Comparison } from './delta.tsx';
import { formatNumber } from './format.tsx';

export interface Series {
  readonly label: string;
  /** Colour and dashes of the line: `first`, `second` or `third`. */
  readonly className: string;
  readonly values: readonly number[];
  /** Compares the complete days of the chart with as many before. */
  readonly compared?: Comparison | undefined;
  /** Lower is better. */
  readonly isBad?: boolean | undefined;
}

interface ChartPlotProps {
  /** Short names of the days. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** The available space. */
  readonly size: { readonly width: number; readonly height: number };
  /** The marked day. */
  readonly at: number | undefined;
  /** Called with the day nearest to the pointer. */
  readonly point: (at: number) => void;
}

/** Sizes at the default text size. The style sheet scales the chart with the text, as on very wide screens. */
const HEIGHT = 200;
const TOP = 10;
const BOTTOM = 24;
/** The width of a label's character, and the gap between labels. */
const CHARACTER_WIDTH = 6.5;
const LABEL_GAP = 12;
const MAX_LINES = 4;

/** A round number of at least 1 that divides the axis into at most four parts. */
function roundStep(highest: number): number {
  const rough = Math.max(highest, 1) / MAX_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((one) => one >= rough && (one >= 10 || Number.isInteger(one)));
  return Math.max(1, step ?? 10 * power);
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Maps days and values to coordinates. */
function scalesOf({ days, series, size }: Pick<ChartPlotProps, 'days' | 'series' | 'size'>) {
  const width = Math.max(size.width, 200);
  const scale = Math.max(size.height / HEIGHT, 1);
  const bottom = (HEIGHT - BOTTOM) * scale;
  const highest = Math.max(...series.flatMap(({ values }) => values));
  const step = roundStep(highest);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  const numberWidth = Math.max(...lines.map((line) => formatNumber(line).length)) * 7 * scale + 12;
  const labelWidth = (Math.max(...days.map(({ length }) => length)) * CHARACTER_WIDTH + LABEL_GAP) * scale;
  // The labels of the first and last day are centred, like all others.
  const left = Math.max(numberWidth, labelWidth / 2);
  const right = width - labelWidth / 2;
  return {
    width,
    height: HEIGHT * scale,
    left,
    right,
    bottom,
    lines,
    dayLabelY: (HEIGHT - 6) * scale,
    /** The number of labels that fit. */
    maxLabels: Math.max(2, Math.floor((right - left) / labelWidth)),
    x: (at: number) => (days.length === 1 ? (left + right) / 2 : left + (at / (days.length - 1)) * (right - left)),
    y: (value: number) => TOP + (1 - value / top) * (bottom - TOP),
  };
}

/** The lines of a chart. Shapes are attributes, because the security policy forbids inline styles. */
export function ChartPlot({ days, series, size, at, point }: ChartPlotProps) {
  const { width, height, left, right, bottom, lines, dayLabelY, maxLabels, x, y } = scalesOf({ days, series, size });
  const today = days.length - 1;
  const path = (values: readonly number[], from = 0) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${round(x(from + index))} ${round(y(value))}`).join('');
  // Equal distances, always including the last.
  const every = Math.max(1, Math.ceil(today / (maxLabels - 1)));
  const [first] = series;
  const indexAt = (svg: Element, clientX: number) => {
    const within = (clientX - svg.getBoundingClientRect().left - left) / (right - left);
    return Math.round(Math.min(Math.max(within, 0), 1) * today);
  };
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      onPointerMove={({ currentTarget, clientX }) => point(indexAt(currentTarget, clientX))}
      onPointerDown={({ currentTarget, clientX }) => point(indexAt(currentTarget, clientX))}
    >
      {lines.map((line) => (
        <Fragment key={line}>
          <line class="chart-grid" x1={left} x2={right} y1={y(line)} y2={y(line)} />
          <text class="chart-label" x={left - 8} y={y(line) + 4} text-anchor="end">
            {formatNumber(line)}
          </text>
        </Fragment>
      ))}
      {days.map(
        (day, index) =>
          (today - index) % every === 0 && (
            <text key={index} class="chart-label" x={x(index)} y={dayLabelY} text-anchor="middle">
              {day}
            </text>
          ),
      )}
      {first && (
        <path
          class={`chart-fill ${first.className}`}
          d={`${path(first.values)}L${round(x(today))} ${y(0)}L${round(x(0))} ${y(0)}Z`}
        />
      )}
      {series.map(({ className, values }) => [
        <path key={className} class={`chart-stroke ${className}`} d={path(values.slice(0, today))} />,
        // Today is not over, so its line is paler: it nearly always falls.
        today > 0 && (
          <path
            key={`${className} today`}
            class={`chart-stroke today ${className}`}
            d={path(values.slice(today - 1), today - 1)}
          />
        ),
      ])}
      {at !== undefined && (
        <g class="chart-mark">
          <line class="chart-rule" x1={x(at)} x2={x(at)} y1={TOP} y2={bottom} />
          {series.map(({ className, values }) => (
            <circle key={className} class={`chart-dot ${className}`} r={4} cx={x(at)} cy={y(values[at] ?? 0)} />
          ))}
        </g>
      )}
    </svg>
  );
}
