/** Name, colour, logo and links of a deployment, for pages and e-mails. */
export interface Brand {
  readonly productName: string;
  /** The first letter of the name, for the mark of deployments without a logo. */
  readonly initial: string;
  /** `#rrggbb`. */
  readonly color: string;
  readonly supportEmail: string | undefined;
  readonly logoUrl: string | undefined;
  /** The logo for dark mode; undefined: `logoUrl`. */
  readonly logoDarkUrl: string | undefined;
  readonly faviconUrl: string | undefined;
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
}

/** The contrast ratio that WCAG 2.2 level AA requires for text. */
const READABLE_CONTRAST = 4.5;
const BLACK = '#000000';
const WHITE = '#ffffff';

/** Black or white, whichever has enough contrast on this colour. */
export const textColorOn = (color: string): string =>
  contrast(color, WHITE) >= READABLE_CONTRAST || contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;

/** The nearest shade of this colour with enough contrast for text on that background. */
export function readableTone(color: string, background: string): string {
  const towards = contrast(background, WHITE) > contrast(background, BLACK) ? WHITE : BLACK;
  for (let share = 0; share < 1; share += 0.04) {
    const tone = mix(color, towards, share);
    if (contrast(tone, background) >= READABLE_CONTRAST) return tone;
  }
  return towards;
}

function mix(color: string, other: string, share: number): string {
  const otherChannels = channels(other);
  const mixed = channels(color).map((value, index) =>
    Math.round(value + ((otherChannels[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
