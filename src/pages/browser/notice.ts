export type Mood = 'danger' | 'success' | 'neutral';

/** Announced to screen readers as it is written. */
export function showNotice(notice: HTMLElement, text: string, mood: Mood): void {
  write(notice, `form-notice notice ${mood}`, text);
}

export function clearNotice(notice: HTMLElement): void {
  write(notice, 'form-notice', '');
}

/** Notices whose time runs down. */
const running = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

function write(notice: HTMLElement, className: string, text: string): void {
  clearTimeout(running.get(notice));
  notice.removeAttribute('aria-live');
  notice.className = className;
  notice.textContent = text;
}

/** A refusal that names a time to wait, which runs down in sight, and which goes with it. */
export function showCountdown(notice: HTMLElement, seconds: number, textIn: (seconds: number) => string): void {
  const untilMs = performance.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((untilMs - performance.now()) / 1000);
    if (left <= 0) return clearNotice(notice);
    // It was announced once, and nobody wants to hear every second.
    notice.setAttribute('aria-live', 'off');
    notice.textContent = textIn(left);
    running.set(notice, setTimeout(tick, 1000));
  };
  showNotice(notice, textIn(seconds), 'danger');
  running.set(notice, setTimeout(tick, 1000));
}
