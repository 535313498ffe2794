export type Mood = 'danger' | 'success' | 'neutral';

/** Announced to screen readers as it is written. */
export function showNotice(notice: HTMLElement, text: string, mood: Mood): void {
  notice.className = `form-notice notice ${mood}`;
  notice.textContent = text;
}

export function clearNotice(notice: HTMLElement): void {
  notice.className = 'form-notice';
  notice.textContent = '';
}
