import { below } from '../../pages/browser/base-path.ts';
import { WithCode } from '../components/facts.tsx';
import { DOCUMENTS_PATH } from '../console-paths.ts';
import { frameData } from './texts.ts';

const NAME = /(docs\/[a-z-]+\.md)/;

/** A text in which documents are links, where this installation has them, and code stands in backticks. */
export const WithDocuments = ({ text }: { readonly text: string }) => (
  <>
    {text.split(NAME).map((part, at) =>
      at % 2 === 1 && frameData.hasDocuments ? (
        <a key={at} href={part.replace('docs', below(DOCUMENTS_PATH))} target="_blank" rel="noopener">
          {part}
        </a>
      ) : (
        <WithCode key={at} text={part} />
      ),
    )}
  </>
);
