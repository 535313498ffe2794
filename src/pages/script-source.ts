/** The scripts of one browser program: the pages, the console or the reference. */
export interface ScriptSource {
  /** The folder of the modules, which are named without extension. */
  readonly folder: string;
  /** The prefix of its scripts in addresses. */
  readonly prefix?: string;
  /** Scripts with much in common. The imports of shared.ts become one file for all of them. */
  readonly sharing?: readonly string[];
  /** Scripts that those import on demand, bundled with them. */
  readonly parts?: readonly string[];
  /** Scripts with little in common with others, or that run before them; each is one file. */
  readonly alone: readonly string[];
  /** A module for Node that renders the forms. */
  readonly onServer?: string;
}

/** Names as in addresses. */
export const scriptNames = ({ prefix = '', sharing = [], alone }: ScriptSource): string[] =>
  [...sharing, ...alone].map((name) => prefix + name);
