/** The light margin that scanners need, in modules. */
const MARGIN = 4;

interface Props {
  /** One string per row, `1` for dark. */
  readonly rows: readonly string[];
  readonly label: string;
}

/** Draws a QR code as one path, so that it needs no external image. */
export function QrCode({ rows, label }: Props) {
  const size = rows.length + 2 * MARGIN;
  return (
    <div class="qr">
      <svg viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={label}>
        <path d={rows.map(darkRuns).join('')} />
      </svg>
    </div>
  );
}

const darkRuns = (row: string, y: number): string =>
  [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('');
