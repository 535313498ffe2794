interface Entry {
  readonly article: HTMLElement;
  readonly link: Element | null;
  readonly text: string;
  /** Error codes with their table rows. */
  readonly codes: ReadonlyMap<string, Element | null>;
}

/** Finds operations by path, summary or error code, and hides the others. */
export function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const index = document.querySelector<HTMLElement>('.index');
  const toggle = document.querySelector<HTMLButtonElement>('#index-toggle');
  const count = document.getElementById('found');
  const none = document.getElementById('no-match');
  if (!field || !index || !toggle || !count || !none) return;
  const entries = [...document.querySelectorAll<HTMLElement>('.operation')].map(readEntry);

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = entries.filter((entry) => matches(entry, words));
    for (const entry of entries) showEntry(entry, found.includes(entry), words);
    for (const group of document.querySelectorAll<HTMLElement>('.group, #operations section'))
      group.hidden = group.querySelector('.operation:not([hidden]), li:not([hidden])') === null;
    index.classList.toggle('searched', words.length > 0);
    count.textContent = words.length === 0 ? '' : `${found.length} of ${entries.length} operations`;
    none.hidden = found.length > 0;
  };
  const openIndex = (isOpen: boolean) => {
    index.classList.toggle('open', isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };

  field.disabled = false;
  field.addEventListener('input', show);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') index.querySelector<HTMLAnchorElement>('li:not([hidden]) a')?.click();
  });
  // On phones, the list would hide the chosen operation.
  index.classList.add('foldable');
  toggle.hidden = false;
  toggle.addEventListener('click', () => openIndex(!index.classList.contains('open')));
  index.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && openIndex(false));
  addEventListener('hashchange', () => showTarget(entries, field, show));
  showTarget(entries, field, show);
  // Browsers keep typed text on a reload.
  if (field.value !== '') show();
}

function readEntry(article: HTMLElement): Entry {
  const codes = [...article.querySelectorAll('.error-code')];
  const head = ['h3', '.route'].map((part) => article.querySelector(part)?.textContent ?? '');
  return {
    article,
    link: document.querySelector(`#operations a[href="#${article.id}"]`)?.closest('li') ?? null,
    text: [article.id, ...head].join(' ').toLowerCase(),
    codes: new Map(codes.map((code) => [code.textContent?.toLowerCase() ?? '', code.closest('tr')])),
  };
}

const matches = ({ text, codes }: Entry, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word) || [...codes.keys()].some((code) => code.includes(word)));

/** Highlights the rows of found error codes and opens their list. */
function showEntry({ article, link, text, codes }: Entry, isShown: boolean, words: readonly string[]): void {
  article.hidden = !isShown;
  link?.toggleAttribute('hidden', !isShown);
  for (const [code, row] of codes) {
    const isMarked = isShown && words.some((word) => !text.includes(word) && code.includes(word));
    row?.classList.toggle('marked', isMarked);
    if (isMarked) row?.closest('details')?.setAttribute('open', '');
  }
}

/** Shows the operation that the address names, even if the search would hide it, and marks it in the list. */
function showTarget(entries: readonly Entry[], field: HTMLInputElement, show: () => void): void {
  const target = entries.find(({ article }) => `#${article.id}` === location.hash);
  for (const { link } of entries) link?.querySelector('a')?.removeAttribute('aria-current');
  if (!target) return;
  target.link?.querySelector('a')?.setAttribute('aria-current', 'true');
  if (!target.article.hidden) return;
  field.value = '';
  show();
  target.article.scrollIntoView();
}
