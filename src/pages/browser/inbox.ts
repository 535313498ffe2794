interface Arrival {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly received_at: string;
}

const asked = new URLSearchParams(location.search);
const events = new EventSource('/dev/inbox/events');
let wasOpen = false;

// While the service was restarting, e-mails may have arrived that nobody told of.
events.addEventListener('open', () => {
  if (wasOpen) follow();
  wasOpen = true;
});
events.addEventListener('message', ({ data }) => {
  const arrival = JSON.parse(data) as Arrival;
  if (asked.has('to') && asked.get('to') !== arrival.to) return;
  if (!follow()) announce(arrival);
});

/** Whoever has chosen nothing sees the newest; whoever reads an e-mail is left alone with it. */
function follow(): boolean {
  if (asked.has('message')) return false;
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
  const texts = { strong: subject, span: to, time: received_at.slice(11, 19) };
  for (const [name, text] of Object.entries(texts)) {
    const place = link.querySelector(name);
    if (place) place.textContent = text;
  }
  document.getElementById('entries')?.prepend(entry);
}
