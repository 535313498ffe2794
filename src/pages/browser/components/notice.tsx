import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { byId } from '../page.ts';
import { explain, tooManyAttempts } from '../refusals.ts';

type Mood = 'danger' | 'success' | 'neutral';

/** A message after an action. */
export interface NoticeText {
  /** Distinguishes repeated texts, which are announced again. */
  readonly number: number;
  readonly text: string;
  readonly mood: Mood;
  /** Set if the pressed button may be gone. */
  readonly takesFocus: boolean;
  /** A visible countdown; the notice ends with it. */
  readonly countdown?: Countdown;
}

interface Countdown {
  readonly untilMs: number;
  readonly seconds: number;
  readonly textIn: (seconds: number) => string;
}

let count = 0;

export function notice(text: string, mood: Mood, takesFocus = false): NoticeText {
  count += 1;
  return { number: count, text, mood, takesFocus };
}

export const countdownNotice = (seconds: number, textIn: (seconds: number) => string): NoticeText => ({
  ...notice(textIn(seconds), 'danger'),
  countdown: { untilMs: performance.now() + seconds * 1000, seconds, textIn },
});

export const refusalNotice = (reply: Reply, takesFocus = false): NoticeText =>
  reply.code === 'too_many_attempts'
    ? { ...countdownNotice(reply.retryAfterSeconds, tooManyAttempts), takesFocus }
    : notice(explain(reply), 'danger', takesFocus);

interface Props {
  readonly notice: NoticeText | undefined;
  /** `alert` interrupts screen readers, for the answer to a form. */
  readonly role?: 'status' | 'alert';
}

/**
 * A line that screen readers announce when it appears. It is scrolled into view, with the button beside it if both fit.
 */
export function Notice({ notice: noticeText, role = 'status' }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const secondsLeft = useSecondsLeft(noticeText?.countdown);
  const isOver = secondsLeft !== undefined && secondsLeft <= 0;
  useLayoutEffect(() => {
    const shown = line.current;
    if (!noticeText || !shown) return;
    for (const part of [shown.closest('form')?.lastElementChild, shown.parentElement, shown]) {
      part?.scrollIntoView({ block: 'nearest' });
    }
    if (noticeText.takesFocus) shown.focus();
  }, [noticeText]);
  return (
    <p
      ref={line}
      class={noticeText && !isOver ? `form-notice notice ${noticeText.mood}` : 'form-notice'}
      role={role}
      tabIndex={noticeText?.takesFocus ? -1 : undefined}
      // Announced once, not every second.
      aria-live={secondsLeft !== undefined && secondsLeft !== noticeText?.countdown?.seconds ? 'off' : undefined}
    >
      {noticeText && !isOver && <span key={noticeText.number}>{textOf(noticeText, secondsLeft)}</span>}
    </p>
  );
}

/** Shows a notice in a part of the page that is not a component. */
export const showNotice = (id: string, noticeText: NoticeText): void =>
  render(<Notice notice={noticeText} role="alert" />, byId(id, HTMLElement));

const textOf = ({ text, countdown }: NoticeText, secondsLeft: number | undefined): string =>
  countdown && secondsLeft !== undefined ? countdown.textIn(secondsLeft) : text;

function useSecondsLeft(countdown: Countdown | undefined): number | undefined {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (!countdown) return;
    const timer = setInterval(() => setNowMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [countdown]);
  return countdown && Math.min(countdown.seconds, Math.ceil((countdown.untilMs - nowMs) / 1000));
}
