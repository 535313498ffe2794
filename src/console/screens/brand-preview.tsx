import { useState } from 'preact/hooks';
import { below } from '../../pages/browser/base-path.ts';
import { isDark } from '../../pages/browser/theme.ts';
import { EMAIL_PREVIEW_PATH, PAGE_PREVIEW_PATH } from '../console-paths.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('settings').brand;
const SCHEMES = ['light', 'dark'] as const;
/** No permissions: no scripts, forms or links. */
const SANDBOX = '';

export function BrandPreview() {
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]>(isDark() ? 'dark' : 'light');
  const query = new URLSearchParams({ scheme, language: document.documentElement.lang });
  const pageQuery = new URLSearchParams({ scheme, lang: document.documentElement.lang });
  return (
    <section id="brand" aria-labelledby="brand-title">
      <header class="row apart card-head">
        <h2 id="brand-title">{texts.title}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: older browsers cannot lay out a fieldset freely. */}
        <div class="segments" role="group" aria-label={texts.scheme}>
          {SCHEMES.map((one) => (
            <button key={one} type="button" aria-pressed={one === scheme} onClick={() => setScheme(one)}>
              {texts[one]}
            </button>
          ))}
        </div>
      </header>
      <p class="soft">{texts.lead}</p>
      <div class="grid brand-frames">
        <figure>
          <figcaption class="soft small">{texts.page}</figcaption>
          <iframe
            class="preview-frame"
            title={texts.page}
            sandbox={SANDBOX}
            src={`${below(PAGE_PREVIEW_PATH)}?${pageQuery}`}
          />
        </figure>
        <figure>
          <figcaption class="soft small">{texts.email}</figcaption>
          <iframe
            class="preview-frame"
            title={texts.email}
            sandbox={SANDBOX}
            src={`${below(EMAIL_PREVIEW_PATH)}?kind=verification&${query}`}
          />
        </figure>
      </div>
    </section>
  );
}
