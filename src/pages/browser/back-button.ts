interface KeptPage {
  /** Hides what is private: the page may be shown again as it was, after a logout. */
  readonly left: () => void;
  /** Looks whether it may still be shown. */
  readonly shownAgain: () => void;
}

/** Browsers may keep a page, scripts and all, for the Back button. */
export function whenKept({ left, shownAgain }: KeptPage): void {
  addEventListener('pagehide', () => left());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) shownAgain();
  });
}
