import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { byId } from '../page.ts';
import { explain, tooManyAttempts } from '../refusals.ts';

type Mood = 'danger' | 'success' | 'neutral';

/** A message after an action. */
export interface Said {
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

export function say(text: string, mood: Mood, takesFocus = false): Said {
  count += 1;
  return { number: count, text, mood, takesFocus };
}

export const sayCountdown = (seconds: number, textIn: (seconds: number) => string): Said => ({
  ...say(textIn(seconds), 'danger'),
  countdown: { untilMs: performance.now() + seconds * 1000, seconds, textIn },
});

export const sayRefusal = (reply: Reply, takesFocus = false): Said =>
  reply.code === 'too_many_attempts'
    ? { ...sayCountdown(reply.retryAfterSeconds, tooManyAttempts), takesFocus }
    : say(explain(reply), 'danger', takesFocus);

interface Props {
  readonly said: Said | undefined;
  /** `alert` interrupts screen readers, for the answer to a form. */
  readonly role?: 'status' | 'alert';
}

/**
 * A line that screen readers announce when it appears. It is scrolled into view, with the button beside it if both fit.
 */
export function Notice({ said, role = 'status' }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const secondsLeft = useSecondsLeft(said?.countdown);
  const isOver = secondsLeft !== undefined && secondsLeft <= 0;
  useLayoutEffect(() => {
    const shown = line.current;
    if (!said || !shown) return;
    for (const part of [shown.closest('form')?.lastElementChild, shown.parentElement, shown]) {
      part?.scrollIntoView({ block: 'nearest' });
    }
    if (said.takesFocus) shown.focus();
  }, [said]);
  return (
    <p
      ref={line}
      class={said && !isOver ? `form-notice notice ${said.mood}` : 'form-notice'}
      role={role}
      tabIndex={said?.takesFocus ? -1 : undefined}
      // Announced once, not every second.
      aria-live={secondsLeft !== undefined && secondsLeft !== said?.countdown?.seconds ? 'off' : undefined}
    >
      {said && !isOver && <span key={said.number}>{textOf(said, secondsLeft)}</span>}
    </p>
  );
}

/** Shows a notice in a part of the page that is not a component. */
export const showNotice = (id: string, said: Said): void =>
  render(<Notice said={said} role="alert" />, byId(id, HTMLElement));

const textOf = ({ text, countdown }: Said, secondsLeft: number | undefined): string =>
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
