import type { IconName } from '../../views/admin/icons.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** One of the icons that the server has put into the document (views/admin/icons.ts). */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [attribute, value] of Object.entries({
    class: 'icon',
    width: '20',
    height: '20',
    'aria-hidden': 'true',
  })) {
    svg.setAttribute(attribute, value);
  }
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}
