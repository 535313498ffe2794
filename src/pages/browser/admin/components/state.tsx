import type { ComponentChildren } from 'preact';
import { common } from '../texts.ts';
import { Button } from './button.tsx';

interface StateProps {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

/** What stands in place of rows, or of a whole screen: nothing there, or a failure. */
export const State = ({ title, text, children }: StateProps) => (
  <div class="state">
    <h2>{title}</h2>
    {text !== undefined && text !== '' && <p class="soft">{text}</p>}
    {children !== undefined && <div class="state-actions">{children}</div>}
  </div>
);

/** The same where no card is round it. */
export const StateCard = (props: StateProps) => (
  <div class="list-card">
    <State {...props} />
  </div>
);

interface FailureProps {
  readonly reason: string;
  readonly retry: () => void;
}

export const Failure = ({ reason, retry }: FailureProps) => (
  <State title={common.failedTitle} text={reason}>
    <RetryButton retry={retry} />
  </State>
);

export const RetryButton = ({ retry }: Pick<FailureProps, 'retry'>) => (
  <Button isCompact onClick={retry} label={common.retry} />
);

/** Above what was there before. */
export const FailureNotice = ({ reason, retry, className = '' }: FailureProps & { readonly className?: string }) => (
  <div class={`notice danger list-problem ${className}`} role="alert">
    <span>{reason}</span>
    <RetryButton retry={retry} />
  </div>
);

/** Where a screen is drawn as a whole once its data is there. */
export const SkeletonCard = () => (
  <div class="console-card skeleton" aria-hidden="true">
    <span class="bar title-bar" />
    <span class="bar" />
    <span class="bar field-bar" />
    <span class="bar" />
  </div>
);

/** What stands in backticks is to be typed as it is. */
export const WithCode = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      at % 2 === 1 ? (
        <code key={at} class="mono">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
