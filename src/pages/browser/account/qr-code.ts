const SVG = 'http://www.w3.org/2000/svg';
/** The light margin that scanners need, in modules. */
const MARGIN = 4;

/** Draws the rows of a QR code (`1`: dark) as one path: no picture from elsewhere, and no markup. */
export function drawQrCode(place: HTMLElement, rows: readonly string[]): void {
  const svg = document.createElementNS(SVG, 'svg');
  const size = rows.length + 2 * MARGIN;
  svg.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${size} ${size}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', place.dataset.label ?? '');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', rows.map(darkRuns).join(''));
  svg.append(path);
  place.replaceChildren(svg);
}

const darkRuns = (row: string, y: number): string =>
  [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('');
