import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { move } from '../screens/router.ts';
import { textsOf } from '../screens/texts.ts';
import { ChartPlot, type Series } from './chart-plot.tsx';
import { Delta } from './delta.tsx';
import { formatNumber } from './format.tsx';

export interface ChartData {
  /** `2026-11-15`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Shown below the chart. */
  readonly note: string;
  /** The address of a day's events. */
  readonly hrefOf: (day: string) => string;
}

interface ChartProps {
  readonly id: string;
  readonly title: string;
  /** Undefined: reserves the space. */
  readonly data: ChartData | undefined;
}

const texts = textsOf('overview');
const language = document.documentElement.lang;
const shortFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longFormat = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const shortDay = (day: string): string => shortFormat.format(new Date(day));
const longDay = (day = ''): string => longFormat.format(new Date(day));
const valueAt = ({ values }: Series, at: number): string => formatNumber(values[at] ?? 0);

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Lines by day, a legend with the values of the selected day, and the data as a table. Arrow keys move between days as
 * on a slider; a click, Enter or the day's name opens its events.
 */
export function Chart({ id, title, data }: ChartProps) {
  /** Undefined: no day is selected. */
  const [pointed, setPointed] = useState<number>();
  const count = data?.days.length;
  useEffect(() => setPointed(undefined), [count]);
  const at = data && pointed !== undefined && pointed < data.days.length ? pointed : undefined;
  return (
    <figure class="card chart" id={id} aria-busy={data === undefined}>
      <figcaption class="row apart">
        <h2>{title}</h2>
        {data && at !== undefined && (
          <a class="soft small" href={data.hrefOf(data.days[at] ?? '')} tabIndex={-1}>
            {longDay(data.days[at])}
          </a>
        )}
      </figcaption>
      <div class="chart-area">
        {data && (
          <>
            <Legend series={data.series} at={at} />
            <Slider title={title} data={data} at={at} point={setPointed} />
            <div class="row apart soft small">
              <details>
                <summary>{texts.asTable}</summary>
                <DayTable title={title} data={data} />
              </details>
              <span>{data.note}</span>
            </div>
          </>
        )}
      </div>
    </figure>
  );
}

/** The legend, with the values of the selected day or of all days. */
const Legend = ({ series, at }: { readonly series: readonly Series[]; readonly at: number | undefined }) => (
  <div class="row chart-legend soft small">
    {series.map((line) => (
      <span key={line.label} class={`row chart-key ${line.className}`}>
        <span class="chart-line" aria-hidden="true" />
        {line.label}
        <strong>{at === undefined ? formatNumber(sumOf(line.values)) : valueAt(line, at)}</strong>
        {at === undefined && line.compared && <Delta of={line.compared} isBad={line.isBad} />}
      </span>
    ))}
  </div>
);

interface SliderProps {
  readonly title: string;
  readonly data: ChartData;
  readonly at: number | undefined;
  readonly point: (at: number | undefined) => void;
}

function Slider({ title, data: { days, series, hrefOf }, at, point }: SliderProps) {
  const root = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => setSize({ width: root.current?.clientWidth ?? 0, height: root.current?.clientHeight ?? 0 });
    measure();
    const observer = new ResizeObserver(measure);
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  const last = days.length - 1;
  const shown = at ?? last;
  const open = () => move(hrefOf(days[shown] ?? ''));
  return (
    <div
      ref={root}
      class="chart-plot"
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={[longDay(days[shown]), ...series.map((line) => `${line.label} ${valueAt(line, shown)}`)].join(
        ', ',
      )}
      // Touch ends after each tap: keeps the day, with the link to its events.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && point(undefined)}
      onClick={(event) => (event as unknown as PointerEvent).pointerType !== 'touch' && open()}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget as Element | null)?.matches('figcaption a')) point(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return open();
        const next = keyTarget(event.key, at, last);
        if (next === undefined) return;
        event.preventDefault();
        point(Math.min(Math.max(next, 0), last));
      }}
    >
      {size.width > 0 && <ChartPlot days={days.map(shortDay)} series={series} size={size} at={at} point={point} />}
    </div>
  );
}

/** The first key only selects the last day. */
function keyTarget(key: string, at: number | undefined, last: number): number | undefined {
  const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 }[key];
  if (step !== undefined) return at === undefined ? last : at + step;
  return { Home: 0, End: last }[key];
}

/** The table scrolls, so it must be focusable. */
const DayTable = ({ title, data: { days, series, hrefOf } }: Pick<SliderProps, 'title' | 'data'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
  // biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely.
  <div class="chart-table" role="group" aria-label={title} tabIndex={0}>
    <table>
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.day}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col" class="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, at) => (
            <tr key={day}>
              <th scope="row">
                <a href={hrefOf(day)}>{longDay(day)}</a>
              </th>
              {series.map((line) => (
                <td key={line.label} class="number">
                  {valueAt(line, at)}
                </td>
              ))}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  </div>
);
