import { useRef, useState } from 'preact/hooks';
import { copyText } from '../../pages/browser/components/copy-text.ts';
import { fill } from '../../pages/texts/fill.ts';
import { common } from '../screens/texts.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2000;

/** Copies what stands before it, and says so for a moment. `what`: its name, for those who cannot see it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text, () => selectBefore(button.current));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <>
      <button
        ref={button}
        class="copy-button"
        type="button"
        title={common.copy}
        aria-label={fill(common.copyOf, { what })}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'done' : 'copy'} />
      </button>
      <span class="unseen" role="status">
        {isCopied && common.copied}
      </span>
    </>
  );
}

function selectBefore(button: Element | null): void {
  if (button?.previousElementSibling) getSelection()?.selectAllChildren(button.previousElementSibling);
}
