import { fill } from '../texts/fill.ts';
import { actingUntilMs, stopActing } from './acting.ts';
import { goTo, messages, reload, serverNowMs } from './page.ts';

let name: HTMLElement | undefined;

/** Shows on every page of the tab whom an administrator acts as, and until when. */
export function showActingBanner(fullName: string): void {
  if (!name) name = createBanner();
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(actingUntilMs());
  name.textContent = fill(messages.actingAs, { name: fullName, time });
}

function createBanner(): HTMLElement {
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = messages.stopActing;
  button.addEventListener('click', () => void stop());
  const banner = document.createElement('aside');
  banner.className = 'acting-banner';
  banner.append(text, button);
  document.body.prepend(banner);
  setTimeout(reload, Math.max(0, actingUntilMs() - serverNowMs()));
  return text;
}

async function stop(): Promise<void> {
  await stopActing();
  // Closes only tabs that the console opened; browsers refuse others.
  window.close();
  goTo('/');
}
