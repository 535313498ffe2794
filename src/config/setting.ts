import type { Format } from './setting-formats.ts';

/** What a default may depend on. The settings behind it have defaults that depend on nothing. */
export interface Basis {
  readonly production: boolean;
  readonly hardened: boolean;
  readonly dataDir: string;
  readonly workers: number;
  /** Of the machine. */
  readonly cores: number;
}

/** One row of the table of settings; `Default` is undefined where nothing is used when the setting is not given. */
export interface Setting<T, Default, Unit extends string> {
  readonly about: string;
  readonly format: Format<T, Unit>;
  readonly defaultFor: (basis: Basis) => Default;
  /** What the documentation says is used when the setting is not given. */
  readonly defaultInWords: string;
  readonly example: string;
  readonly requiredInProduction: boolean;
  /** Any one of these, when given, makes this one dispensable. */
  readonly unlessGiven: readonly string[];
}

interface Declaration<T> {
  /** The value itself, or how it follows from the basis. */
  readonly byDefault?: T | ((basis: Basis) => T);
  /** Only where the default is not one value that could be printed. */
  readonly defaultInWords?: string;
  /** Where it is missing, the default is the example. */
  readonly example?: string;
  readonly requiredInProduction?: boolean | { readonly unless: readonly string[] };
}

export function setting<T, Unit extends string, const D extends Declaration<NoInfer<T>>>(
  about: string,
  format: Format<T, Unit>,
  declared: D & Declaration<NoInfer<T>>,
): Setting<T, D extends { readonly byDefault: unknown } ? T : undefined, Unit> {
  const { byDefault, requiredInProduction = false } = declared;
  const defaultFor = (basis: Basis): T | undefined =>
    typeof byDefault === 'function' ? (byDefault as (basis: Basis) => T)(basis) : byDefault;
  const print = (basis: Basis) => {
    const value = defaultFor(basis);
    return value === undefined ? 'none' : format.print(value);
  };
  const unlessGiven = typeof requiredInProduction === 'object' ? requiredInProduction.unless : [];
  const words = [
    ...(declared.defaultInWords === undefined ? printedDefaults(print) : [declared.defaultInWords]),
    ...(requiredInProduction === false ? [] : [requirement(unlessGiven)]),
  ];
  return {
    about,
    format,
    defaultFor: defaultFor as (basis: Basis) => D extends { readonly byDefault: unknown } ? T : undefined,
    defaultInWords: words.join('; '),
    example: declared.example ?? print(DEVELOPMENT),
    requiredInProduction: requiredInProduction !== false,
    unlessGiven,
  };
}

/** What the documentation starts from; the data folder stands for whatever it is set to. */
export const DEVELOPMENT: Basis = { production: false, hardened: false, dataDir: '<DATA_DIR>', workers: 1, cores: 1 };

const VARIATIONS: readonly [changed: Partial<Basis>, where: string][] = [
  [{ production: true }, 'in production'],
  [{ hardened: true }, 'with PROFILE=hardened'],
];

/** The default, and where it is another one. */
function printedDefaults(print: (basis: Basis) => string): string[] {
  const usual = print(DEVELOPMENT);
  const others = VARIATIONS.map(([changed, where]) => ({ printed: print({ ...DEVELOPMENT, ...changed }), where }));
  return [
    usual,
    ...others.filter(({ printed }) => printed !== usual).map(({ printed, where }) => `${printed} ${where}`),
  ];
}

const requirement = (unless: readonly string[]): string =>
  unless.length === 0 ? 'required in production' : `required in production unless ${unless.join(' or ')} is set`;
