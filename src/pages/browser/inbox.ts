import { below } from './base-path.ts';

interface Arrival {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly received_at: string;
}

const parameters = new URLSearchParams(location.search);
const searchField = document.querySelector<HTMLInputElement>('.inbox-search input[type=search]');
const copyButton = document.getElementById('copy-link');

for (const time of document.querySelectorAll('time')) showLocalTime(time);

const events = new EventSource(below(`/dev/inbox/events?${parameters}`));
let wasOpen = false;

// E-mails may have arrived without an event while the service restarted.
events.addEventListener('open', () => {
  if (wasOpen) follow();
  wasOpen = true;
});
events.addEventListener('message', ({ data }) => {
  if (!follow()) announce(JSON.parse(data) as Arrival);
});

// The clear button of a search field does not submit the form.
searchField?.addEventListener('input', () => {
  if (searchField.value === '' && parameters.get('q')) searchField.form?.submit();
});

// The clipboard needs https or localhost.
if (copyButton && navigator.clipboard) {
  copyButton.hidden = false;
  copyButton.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copyButton.dataset.link ?? '');
    copyButton.textContent = 'Copied';
  });
}

/** Reloads to show new e-mails, unless an e-mail is being read or a search typed. */
function follow(): boolean {
  const isTyping = searchField !== null && searchField.value !== (parameters.get('q') ?? '');
  if (parameters.has('message') || isTyping) return false;
  location.reload();
  return true;
}

function announce({ id, to, subject, received_at }: Arrival): void {
  const template = document.getElementById('new-entry');
  const entry = template instanceof HTMLTemplateElement && template.content.firstElementChild?.cloneNode(true);
  const link = entry instanceof HTMLElement && entry.querySelector('a');
  if (!link) return;
  const query = new URLSearchParams(link.search);
  query.set('message', id);
  link.search = query.toString();
  for (const [name, text] of Object.entries({ strong: subject, span: to })) {
    const place = link.querySelector(name);
    if (place) place.textContent = text;
  }
  const time = link.querySelector('time');
  if (time) {
    time.dateTime = received_at;
    showLocalTime(time);
  }
  document.getElementById('entries')?.prepend(entry);
}

/**
 * Shows times in the browser's time zone and format: with the date if it is another day, and always in the e-mail's
 * heading.
 */
function showLocalTime(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) return;
  const isToday = at.toDateString() === new Date().toDateString();
  const withDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const format =
    isToday && !time.classList.contains('full')
      ? new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
      : withDate;
  time.textContent = format.format(at);
  time.title = `${withDate.format(at)}, ${withDate.resolvedOptions().timeZone}`;
}
