/** Invalid configuration; the message is one line and explains the correction to the operator. */
export class ConfigError extends Error {}

/** A required setting is missing, perhaps because its file was not named. */
export class MissingSetting extends ConfigError {}

/** Raw settings by name: environment variables and the environment file. */
export type Environment = Readonly<Record<string, string | undefined>>;
