export interface Device {
  /** "Firefox", or the name that an app gives itself; null if the user agent names neither. */
  readonly browser: string | null;
  /** "Windows", "iPhone". */
  readonly system: string | null;
}

/** An app's name for itself at the start of its user agent: `Example/3.1 …`. Letters and digits only. */
const APP = /^([A-Za-z][A-Za-z0-9._-]{0,30})\//;
const APPLE_DEVICES: ReadonlySet<string | undefined> = new Set(['iPhone', 'iPad']);

/**
 * The usual name of a device, from its user agent. Loads the parser on the first call. The parser repeats unknown text,
 * so only names from its tables are used.
 */
export async function readDevice(userAgent: string | null): Promise<Device> {
  const { browser, system } = await readKnownDevice(userAgent);
  return { browser: browser ?? appName(userAgent ?? ''), system };
}

/** Like readDevice, without names that apps give themselves: no stranger may put words into an e-mail. */
export async function readKnownDevice(userAgent: string | null): Promise<Device> {
  if (!userAgent) return { browser: null, system: null };
  const { default: bowser } = await import('bowser');
  const { browser, os, platform } = bowser.parse(userAgent);
  const knownBrowser = Object.values(bowser.BROWSER_MAP).find((name) => name === browser.name);
  const knownSystem = Object.values(bowser.OS_MAP).find((name) => name === os.name);
  const model = APPLE_DEVICES.has(platform.model) ? platform.model : undefined;
  return { browser: knownBrowser ?? null, system: model ?? knownSystem ?? null };
}

function appName(userAgent: string): string | null {
  const [, name] = APP.exec(userAgent) ?? [];
  return name === undefined || name === 'Mozilla' ? null : name;
}

/** The known parts of a device: its browser or app, then its system. */
export const deviceParts = ({ browser, system }: Device): string[] => [browser, system].filter((part) => part !== null);

/** "Firefox on Windows"; null if nothing is known. */
export const deviceName = (device: Device): string | null => deviceParts(device).join(' on ') || null;
