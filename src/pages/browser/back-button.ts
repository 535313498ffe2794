interface KeptPage {
  /** Hides private content, because the browser may show the page again after a logout. */
  readonly left: () => void;
  /** Checks whether the page may still be shown. */
  readonly shownAgain: () => void;
}

/** Browsers may keep a page with its scripts for the Back button. */
export function whenKept({ left, shownAgain }: KeptPage): void {
  addEventListener('pagehide', () => left());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) shownAgain();
  });
}
