import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, carried, nameInTitle, noteSession } from '../../page.ts';
import { logOut } from '../../session.ts';
import { common, frameData } from '../texts.ts';
import { Button } from './button.tsx';

/** Why the console cannot be used. */
export type GateState =
  | { readonly kind: 'not-admin' | 'factor-needed'; readonly email: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retry: () => void };

/** In place of the screen: who cannot use the console is told why, and what to do. */
export function Gate({ gate, returnQuery }: { readonly gate: GateState; readonly returnQuery: string }) {
  switch (gate.kind) {
    case 'not-admin':
      return (
        <GateCard title={common.notAdminTitle} sign="lost">
          <p class="soft">
            <WithAddress text={common.notAdmin} email={gate.email} />
          </p>
          <div class="buttons">
            <a class="button" href={addressOf('/account', carried)}>
              {common.toAccount}
            </a>
            <Button onClick={logOut} label={frameData.logOut} />
          </div>
        </GateCard>
      );
    case 'factor-needed':
      return (
        <GateCard title={common.factorNeededTitle} sign="warning">
          <p class="soft">{common.factorNeeded}</p>
          <a class="button" href={`${addressOf('/account', returnQuery)}#security`}>
            {common.toAccount}
          </a>
        </GateCard>
      );
    case 'unavailable':
      return (
        <GateCard title={common.unavailableTitle} sign="warning">
          <p class="soft">{gate.reason}</p>
          <Button mood="main" onClick={gate.retry} label={common.retry} />
        </GateCard>
      );
  }
}

const SIGNS = {
  lost: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m12.5-3.5-2 5-5 2 2-5Z',
  warning: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m9-4.5v5.5M12 16.3v.2',
};

interface GateCardProps {
  readonly title: string;
  readonly sign: keyof typeof SIGNS;
  readonly children: ComponentChildren;
}

function GateCard({ title, sign, children }: GateCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    noteSession('active');
    nameInTitle(title);
    heading.current?.focus();
  }, [title]);
  return (
    <section class="card stack arriving">
      <div class={`sign ${sign}`}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path d={SIGNS[sign]} />
        </svg>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** An e-mail address stands out: it is what people have to look at before they go on. */
function WithAddress({ text, email }: { readonly text: string; readonly email: string }) {
  const [before, after] = text.split('{email}');
  return (
    <>
      {before}
      <strong>{email}</strong>
      {after}
    </>
  );
}
