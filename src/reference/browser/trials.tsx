import { render } from 'preact';
import type { TriableOperation } from '../reference-data.ts';
import { Inbox, watchInbox } from './inbox.tsx';
import { TrialForm } from './trial-form.tsx';

interface Trial {
  readonly operation: TriableOperation;
  readonly button: HTMLButtonElement;
  readonly place: HTMLElement;
}

/** Every operation has a button that opens its form. One form is open at a time; closed ones keep their content. */
export function offerTrials(): void {
  const hasInbox = document.querySelector('main[data-inbox]') !== null;
  const trials = [...document.querySelectorAll<HTMLElement>('.operation')].flatMap(readTrial);
  const operationsFor = (purpose: string) =>
    trials.filter(({ operation }) => operation.purposes.includes(purpose)).map(({ operation }) => operation.id);

  const close = ({ button, place }: Trial) => {
    place.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  };
  const open = (trial: Trial) => {
    for (const other of trials) if (other !== trial) close(other);
    const { operation, button, place } = trial;
    if (hasInbox) watchInbox();
    place.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    if (place.childElementCount > 0) return;
    render(
      <TrialForm operation={operation}>
        {hasInbox && <Inbox id={operation.id} operationsFor={operationsFor} />}
      </TrialForm>,
      place,
    );
  };

  for (const trial of trials) {
    trial.button.hidden = false;
    trial.button.addEventListener('click', () => (trial.place.hidden ? open(trial) : close(trial)));
  }
  // Links in the inbox open the form of another operation.
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('[data-try]');
    const trial = link && trials.find(({ operation }) => operation.id === link.dataset.try);
    if (!trial) return;
    open(trial);
    trial.button.focus();
  });
}

function readTrial(article: HTMLElement): Trial[] {
  const button = article.querySelector<HTMLButtonElement>('.try-it');
  const place = article.querySelector<HTMLElement>('.trial');
  if (!button || !place) return [];
  return [{ operation: JSON.parse(article.dataset.operation ?? '') as TriableOperation, button, place }];
}
