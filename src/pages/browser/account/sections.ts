const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-section]')];

/** The address of a form in the section for security: password.ts opens it. */
export const CHANGE_PASSWORD = '#change-password';

const hashOfSection = (): string => (location.hash === CHANGE_PASSWORD ? '#security' : location.hash);

/** Whether the address names this section. */
export const isInSight = (section: 'security' | 'data'): boolean => hashOfSection() === `#${section}`;

/** The section that the address names, or the first. */
const named = (): HTMLAnchorElement | undefined => links.find(({ hash }) => hash === hashOfSection()) ?? links[0];

/** Shows one section and hides the others. The page's title names it, for the browser's history. */
function show(): HTMLElement | null {
  const current = named();
  for (const link of links) {
    const section = sectionOf(link);
    if (section) section.hidden = link !== current;
    if (link === current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const title = current?.textContent?.trim() ?? '';
  document.title = document.title.replace(/^.*(?= · )/, () => title);
  return current ? sectionOf(current) : null;
}

const sectionOf = (link: HTMLAnchorElement): HTMLElement | null =>
  document.getElementById(`section-${link.dataset.section}`);

/** Follows the address: a link that was pressed, a link from elsewhere, the Back button. The focus goes to the new section. */
export function startSections(): void {
  show();
  addEventListener('hashchange', () => {
    show()?.querySelector('h2')?.focus();
  });
}
