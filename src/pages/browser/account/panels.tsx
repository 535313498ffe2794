import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { nameInTitle } from '../page.ts';
import { longDate } from './deletion.tsx';
import { pageData, texts } from './page-data.ts';

interface PanelProps {
  readonly title: string;
  readonly icon: 'done' | 'warning';
  readonly children: ComponentChildren;
}

/** What the page shows in place of an account; the keyboard and the screen reader go there. */
function Panel({ title, icon, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    nameInTitle(title);
    heading.current?.focus();
  }, [title]);
  return (
    <section class="card stack panel arriving">
      <div class={`sign ${icon}`}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="9" />
          <path d={icon === 'done' ? 'm8 12.3 2.8 2.8L16 9.6' : 'M12 7.5v5.5m0 3.3v.2'} />
        </svg>
      </div>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </section>
  );
}

interface UnavailableProps {
  readonly reason: string;
  readonly retry: () => void;
}

export const Unavailable = ({ reason, retry }: UnavailableProps) => (
  <Panel title={texts.account.unavailableTitle} icon="warning">
    <p>{reason}</p>
    <button class="button" type="button" onClick={retry}>
      {texts.account.retry}
    </button>
  </Panel>
);

/** After the deletion. `deletesAt` is null when the account is gone already. */
export const Farewell = ({ deletesAt }: { readonly deletesAt: string | null }) =>
  deletesAt === null ? (
    <Panel title={texts.deletion.deletedTitle} icon="done">
      <p>{texts.deletion.deleted}</p>
      <a class="button" href={pageData.links.home}>
        {texts.goHome}
      </a>
    </Panel>
  ) : (
    <Panel title={texts.deletion.scheduledTitle} icon="done">
      <p>{fill(texts.deletion.scheduled, { date: longDate(deletesAt) })}</p>
      <a class="button plain" href={pageData.links.login}>
        {texts.actions.login}
      </a>
    </Panel>
  );
