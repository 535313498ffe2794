import { currentSessionId } from '../session.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { element } from './element.ts';
import { common } from './words.ts';

interface Question {
  readonly title: string;
  /** What will happen. */
  readonly lead: string;
  /** The label of the button that does it. */
  readonly action: string;
  /** For what cannot be undone: a text, as the address of the account, that has to be typed first. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
}

/** Asks, and resolves with whether the answer was yes. */
export function confirmed({
  title,
  lead,
  action,
  typed,
  isDangerous = typed !== undefined,
}: Question): Promise<boolean> {
  const problem = element('p', { className: 'error small', id: 'confirm-error', attributes: { role: 'alert' } });
  const field = element('input', {
    id: 'confirm-typed',
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    aria: { describedby: problem.id },
    attributes: { autocapitalize: 'none' },
  });
  const form = element(
    'form',
    { method: 'dialog', noValidate: true },
    typed !== undefined && element('div', { className: 'field' }, typingLabel(field.id, typed), field, problem),
    dialogActions(
      element(
        'button',
        { className: 'button plain', type: 'button', on: { click: () => dialog.close() } },
        common.cancel,
      ),
      element('button', { className: isDangerous ? 'button danger' : 'button', type: 'submit' }, action),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (typed === undefined || field.value.trim().toLowerCase() === typed.toLowerCase()) return dialog.close(YES);
    problem.textContent = common.typedWrong;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
  });
  const dialog = showDialog({ title, lead, content: form });
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === YES)));
}

/** Before a session is ended: it may be the one of this page. */
export const isSureToEnd = async (session: string): Promise<boolean> =>
  session !== currentSessionId() ||
  confirmed({
    title: common.accounts.endOwnTitle,
    lead: common.accounts.endOwnLead,
    action: common.accounts.endOwn,
    isDangerous: true,
  });

const YES = 'yes';

/** The text to be typed stands out from the words round it. */
function typingLabel(htmlFor: string, typed: string): HTMLElement {
  const [before = '', after = ''] = common.typeToConfirm.split('{text}');
  return element('label', { htmlFor }, before, element('span', { className: 'mono typed-text' }, typed), after);
}
