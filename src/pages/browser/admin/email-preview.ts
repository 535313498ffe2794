import { get } from './admin-api.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { element } from './element.ts';
import { languageChoices, selectField } from './select-field.ts';
import { toastRefusal } from './toast.ts';
import { common, wordsOf } from './words.ts';

interface Preview {
  readonly language: string;
  readonly languages: readonly string[];
  readonly subject: string;
}

const words = wordsOf('emails');
const PATH = '/api/admin/emails/preview';

/** Each kind of e-mail in each language, light and dark. */
export async function showPreview(): Promise<void> {
  const first = await get<Preview>(PATH, { language: '' });
  if (!first.ok) return toastRefusal(first);
  const kind = selectField('preview-kind', words.kindFilter, Object.entries(words.kinds));
  const ownLanguage = first.data.languages.find((one) => one === document.documentElement.lang);
  const language = selectField('preview-language', words.language, languageChoices(first.data.languages), ownLanguage);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = selectField(
    'preview-scheme',
    words.scheme,
    [
      ['light', words.light],
      ['dark', words.dark],
    ],
    isDark ? 'dark' : 'light',
  );
  const subject = element('p', { className: 'preview-subject', attributes: { role: 'status' } });
  const frame = element('iframe', {
    className: 'preview-frame',
    title: words.frame,
    attributes: { sandbox: 'allow-popups allow-popups-to-escape-sandbox' },
  });

  async function show(): Promise<void> {
    const query = { kind: kind.field.value, language: language.field.value };
    frame.src = `/admin/emails/preview?${new URLSearchParams({ ...query, scheme: scheme.field.value })}`;
    const reply = await get<Preview>(PATH, query);
    if (reply.ok) subject.textContent = reply.data.subject;
    else toastRefusal(reply);
  }
  for (const { field } of [kind, language, scheme]) field.addEventListener('change', () => void show());
  const dialog = showDialog({
    title: words.previewTitle,
    lead: words.previewLead,
    isWide: true,
    content: [
      element('div', { className: 'preview-choices' }, kind.whole, language.whole, scheme.whole),
      subject,
      frame,
      dialogActions(
        element('button', { className: 'button', type: 'button', on: { click: () => dialog.close() } }, common.close),
      ),
    ],
  });
  kind.field.focus();
  await show();
}
