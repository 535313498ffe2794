/** The scripts of one of our programs in the browser: the pages, the console or the reference. */
export interface ScriptSource {
  /** Of their modules, which are named without their extension. */
  readonly folder: string;
  /** What goes before the names of its scripts in addresses. */
  readonly prefix?: string;
  /** Scripts with much in common. What shared.ts imports is one file for all of them. */
  readonly sharing?: readonly string[];
  /** Scripts that have little in common with others, or run before them. Each is one file. */
  readonly alone: readonly string[];
  /** A module that Node runs: it draws the forms. */
  readonly onServer?: string;
}

/** As addresses have them. */
export const scriptNames = ({ prefix = '', sharing = [], alone }: ScriptSource): string[] =>
  [...sharing, ...alone].map((name) => prefix + name);
