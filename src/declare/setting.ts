import type { Format } from './value-formats.ts';

/** The inputs of computed defaults. These settings themselves have constant defaults. */
export interface DefaultInputs {
  readonly production: boolean;
  readonly hardened: boolean;
  readonly dataDir: string;
  readonly workers: number;
  /** Whether a setting has a value; an empty list counts as none. */
  readonly isGiven: (name: string) => boolean;
  /** CPU cores of the machine. */
  readonly cores: number;
}

/** The conditions under which a default applies. */
export const DEFAULT_SCOPES = ['always', 'production', 'hardened'] as const;
type DefaultScope = (typeof DEFAULT_SCOPES)[number];

/** A default as a setting would be written; null if there is none. */
export interface PrintedDefault {
  readonly scope: DefaultScope;
  readonly value: string | null;
}

/** The groups of the console, in its order. */
export const SETTING_GROUPS = [
  'service',
  'monitoring',
  'administration',
  'database',
  'keys',
  'openid',
  'sessions',
  'factors',
  'mail',
  'limits',
  'accounts',
  'pages',
] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

/** One row of the table of settings; the type `Default` is undefined where there is no default. */
export interface Setting<T, Default, Unit extends string> {
  readonly group: SettingGroup;
  readonly about: string;
  readonly format: Format<T, Unit>;
  readonly defaultFor: (inputs: DefaultInputs) => Default;
  /** The default as the documentation describes it. */
  readonly defaultText: string;
  /** The default, then the defaults that differ from it; empty if only words can describe it. */
  readonly printedDefaults: readonly PrintedDefault[];
  readonly example: string;
  readonly requiredInProduction: boolean;
  /** Alternatives: if one of these is set, this one is not required. */
  readonly unlessGiven: readonly string[];
}

/** A setting of any type. */
export type AnySetting = Omit<Setting<unknown, unknown, string>, 'format'> & {
  readonly format: Omit<Format<unknown, string>, 'print' | 'show'> & Pick<Format<never, string>, 'print' | 'show'>;
};

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

/** The type of a setting's value; undefined if it has no default. */
export type ValueOf<Row extends AnySetting> = ReturnType<Row['format']['parse']> | ReturnType<Row['defaultFor']>;

/** The values of settings by their names in Config. */
export type ValuesOf<Rows extends Readonly<Record<string, AnySetting>>> = {
  readonly [Name in keyof Rows & string as `${CamelCase<Name>}${Rows[Name]['format']['unit']}`]: ValueOf<Rows[Name]>;
};

interface Declaration<T> {
  /** The default value, or a function that computes it. */
  readonly byDefault?: T | ((inputs: DefaultInputs) => T);
  /** Needed only if the default cannot be printed as one value. */
  readonly defaultText?: string;
  /** If missing, the default is the example. */
  readonly example?: string;
  readonly requiredInProduction?: boolean | { readonly unless: readonly string[] };
}

export function setting<T, Unit extends string, const D extends Declaration<NoInfer<T>>>(
  group: SettingGroup,
  about: string,
  format: Format<T, Unit>,
  declared: D & Declaration<NoInfer<T>>,
): Setting<T, D extends { readonly byDefault: unknown } ? T : undefined, Unit> {
  const { byDefault, requiredInProduction = false } = declared;
  const defaultFor = (inputs: DefaultInputs): T | undefined =>
    typeof byDefault === 'function' ? (byDefault as (inputs: DefaultInputs) => T)(inputs) : byDefault;
  const print = (inputs: DefaultInputs) => {
    const value = defaultFor(inputs);
    return value === undefined ? null : format.print(value);
  };
  const unlessGiven = typeof requiredInProduction === 'object' ? requiredInProduction.unless : [];
  const printedDefaults = declared.defaultText === undefined ? printDefaults(print) : [];
  const words = [
    declared.defaultText ?? printedDefaults.map(({ scope, value }) => (value ?? 'none') + WHERE[scope]).join('; '),
    ...(requiredInProduction === false ? [] : [requirement(unlessGiven)]),
  ];
  return {
    group,
    about,
    format,
    defaultFor: defaultFor as (inputs: DefaultInputs) => D extends { readonly byDefault: unknown } ? T : undefined,
    defaultText: words.join('; '),
    printedDefaults,
    example: declared.example ?? print(DEVELOPMENT) ?? 'none',
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
  isGiven: () => false,
  cores: 1,
};

const WHERE: Readonly<Record<DefaultScope, string>> = {
  always: '',
  production: ' in production',
  hardened: ' with PROFILE=hardened',
};

function printDefaults(print: (inputs: DefaultInputs) => string | null): PrintedDefault[] {
  const always: PrintedDefault = { scope: 'always', value: print(DEVELOPMENT) };
  const others: readonly PrintedDefault[] = [
    { scope: 'production', value: print({ ...DEVELOPMENT, production: true }) },
    { scope: 'hardened', value: print({ ...DEVELOPMENT, hardened: true }) },
  ];
  return [always, ...others.filter(({ value }) => value !== always.value)];
}

const requirement = (unless: readonly string[]): string =>
  unless.length === 0 ? 'required in production' : `required in production unless ${unless.join(' or ')} is set`;
