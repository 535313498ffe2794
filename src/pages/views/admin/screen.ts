import type { Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** One screen of the console: what the server knows of it. Its script is the file of the same name in browser/admin. */
export interface ScreenView {
  /** Buttons beside the heading. */
  readonly actions?: Html;
  /** What the search field of the frame finds on this screen; unless stated, it leads to the users. */
  readonly search?: string;
  readonly content: Html;
}

export type Screen = (context: PageContext) => ScreenView;
