import { useEffect, useState } from 'preact/hooks';
import { below } from '../../pages/browser/base-path.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { SelectField } from '../../pages/browser/components/fields.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { isDark } from '../../pages/browser/theme.ts';
import { languageChoices } from '../components/format.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { toastRefusal } from '../components/toasts.tsx';
import { EMAIL_PREVIEW_PATH } from '../console-paths.ts';
import { get } from './admin-api.ts';
import type { EmailPreview } from './answers.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('emails');
const PATH = '/api/admin/emails/preview';
const KINDS = choicesOf(texts.kinds);
const SCHEMES = choicesOf({ light: texts.light, dark: texts.dark });

export async function showPreview(): Promise<void> {
  const first = await get<EmailPreview>(PATH);
  if (!first.ok) return toastRefusal(first);
  const about = { id: 'email-preview', title: texts.previewTitle, lead: texts.previewLead, isWide: true };
  await openDialog(about, (close) => <Preview languages={first.data.languages} close={close} />);
}

function Preview({ languages, close }: { readonly languages: readonly string[]; readonly close: () => void }) {
  const pageLanguage = languages.find((language) => language === document.documentElement.lang);
  const [shown, setShown] = useState({
    kind: KINDS[0]?.value ?? '',
    language: pageLanguage ?? languages[0] ?? '',
    scheme: isDark() ? 'dark' : 'light',
  });
  const { kind, language } = shown;
  const { data, refused } = useLoaded<EmailPreview>(PATH, { kind, language });
  useEffect(() => {
    if (refused) toastRefusal(refused);
  }, [refused]);
  const field = (name: keyof typeof shown) => ({
    name,
    value: shown[name],
    changed: (value: string) => setShown({ ...shown, [name]: value }),
  });
  return (
    <>
      <div class="grid preview-choices">
        <SelectField label={texts.kindFilter} choices={KINDS} {...field('kind')} />
        <SelectField label={texts.language} choices={languageChoices(languages)} {...field('language')} />
        <SelectField label={texts.scheme} choices={SCHEMES} {...field('scheme')} />
      </div>
      <p class="value" role="status">
        {data?.subject}
      </p>
      <iframe
        class="preview-frame"
        title={texts.frame}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={`${below(EMAIL_PREVIEW_PATH)}?${new URLSearchParams(shown)}`}
      />
      <div class="submit">
        <Button mood="main" label={common.close} run={close} />
      </div>
    </>
  );
}
