/** Invalid configuration; the message is one line and tells the operator how to correct it. */
export class ConfigError extends Error {}

/** A setting that is required is not set: maybe because the file that has it was not named. */
export class MissingSetting extends ConfigError {}

/** Raw settings by name: environment variables and the environment file. */
export type Environment = Readonly<Record<string, string | undefined>>;
