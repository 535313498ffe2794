import type { Format } from './setting-formats.ts';

/** What the default of a setting may depend on. These settings themselves have constant defaults. */
export interface DefaultInputs {
  readonly production: boolean;
  readonly hardened: boolean;
  readonly dataDir: string;
  readonly workers: number;
  /** CPU cores of the machine. */
  readonly cores: number;
}

/** One row of the table of settings; the type `Default` is undefined where there is no default. */
export interface Setting<T, Default, Unit extends string> {
  readonly about: string;
  readonly format: Format<T, Unit>;
  readonly defaultFor: (inputs: DefaultInputs) => Default;
  /** The default as the documentation describes it. */
  readonly defaultInWords: string;
  readonly example: string;
  readonly requiredInProduction: boolean;
  /** Alternatives: if one of these is set, this one is not required. */
  readonly unlessGiven: readonly string[];
}

interface Declaration<T> {
  /** The default value, or a function that computes it. */
  readonly byDefault?: T | ((inputs: DefaultInputs) => T);
  /** Needed only where the default cannot be printed as one value. */
  readonly defaultInWords?: string;
  /** If missing, the default is the example. */
  readonly example?: string;
  readonly requiredInProduction?: boolean | { readonly unless: readonly string[] };
}

export function setting<T, Unit extends string, const D extends Declaration<NoInfer<T>>>(
  about: string,
  format: Format<T, Unit>,
  declared: D & Declaration<NoInfer<T>>,
): Setting<T, D extends { readonly byDefault: unknown } ? T : undefined, Unit> {
  const { byDefault, requiredInProduction = false } = declared;
  const defaultFor = (inputs: DefaultInputs): T | undefined =>
    typeof byDefault === 'function' ? (byDefault as (inputs: DefaultInputs) => T)(inputs) : byDefault;
  const print = (inputs: DefaultInputs) => {
    const value = defaultFor(inputs);
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
    defaultFor: defaultFor as (inputs: DefaultInputs) => D extends { readonly byDefault: unknown } ? T : undefined,
    defaultInWords: words.join('; '),
    example: declared.example ?? print(DEVELOPMENT),
    requiredInProduction: requiredInProduction !== false,
    unlessGiven,
  };
}

/** The inputs for which the documentation prints defaults. */
export const DEVELOPMENT: DefaultInputs = {
  production: false,
  hardened: false,
  dataDir: '<DATA_DIR>',
  workers: 1,
  cores: 1,
};

const VARIATIONS: readonly [changed: Partial<DefaultInputs>, where: string][] = [
  [{ production: true }, 'in production'],
  [{ hardened: true }, 'with PROFILE=hardened'],
];

/** The default, followed by the defaults that differ in production or with PROFILE=hardened. */
function printedDefaults(print: (inputs: DefaultInputs) => string): string[] {
  const usual = print(DEVELOPMENT);
  const others = VARIATIONS.map(([changed, where]) => ({ printed: print({ ...DEVELOPMENT, ...changed }), where }));
  return [
    usual,
    ...others.filter(({ printed }) => printed !== usual).map(({ printed, where }) => `${printed} ${where}`),
  ];
}

const requirement = (unless: readonly string[]): string =>
  unless.length === 0 ? 'required in production' : `required in production unless ${unless.join(' or ')} is set`;
