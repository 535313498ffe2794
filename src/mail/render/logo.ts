import { readSettingFile, settingError } from '../../config/setting-error.ts';

/** Every e-mail carries the logo. */
const MAX_KIBIBYTES = 64;
const HEIGHT = 32;
const MAX_WIDTH = 240;

/** An image attached to an e-mail and shown in it by its content id. */
export interface InlineImage {
  readonly cid: string;
  readonly png: Buffer;
}

export interface MailLogo extends InlineImage {
  /** The displayed size in CSS pixels. Outlook needs both. */
  readonly width: number;
  readonly height: number;
}

export interface MailLogos {
  readonly light?: MailLogo | undefined;
  /** The logo for dark mode, if it differs. */
  readonly dark?: MailLogo | undefined;
}

interface LogoFiles {
  readonly mailLogo: string | undefined;
  readonly mailLogoDark: string | undefined;
}

export const readMailLogos = ({ mailLogo, mailLogoDark }: LogoFiles): MailLogos => ({
  light: mailLogo === undefined ? undefined : readMailLogo('MAIL_LOGO', mailLogo),
  dark: mailLogoDark === undefined ? undefined : readMailLogo('MAIL_LOGO_DARK', mailLogoDark),
});

/**
 * A PNG, because most mail programs do not show SVG. It is attached, because remote images are blocked until the reader
 * allows them, and tell the host who reads what.
 */
export function readMailLogo(setting: 'MAIL_LOGO' | 'MAIL_LOGO_DARK', path: string): MailLogo {
  const png = readSettingFile(setting, path, MAX_KIBIBYTES);
  if (png.length < 24 || png.toString('latin1', 1, 4) !== 'PNG' || png.toString('latin1', 12, 16) !== 'IHDR') {
    throw settingError(setting, `must be a PNG file, but ${path} is not`);
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width === 0 || height === 0) throw settingError(setting, 'must be a picture with a width and a height');
  const scale = Math.min(HEIGHT / height, MAX_WIDTH / width);
  const shown = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { cid: setting === 'MAIL_LOGO' ? 'logo' : 'logo-dark', png, ...shown };
}

/** The HTML of an e-mail for browsers, which do not support `cid:` URLs. */
export const withImages = (html: string, images: readonly InlineImage[]): string =>
  images.reduce(
    (shown, { cid, png }) => shown.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${png.toString('base64')}"`),
    html,
  );
