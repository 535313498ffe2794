import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { common } from '../texts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { DialogActions, openDialog } from './dialog.tsx';

interface SecretProps {
  readonly title: string;
  /** That it is shown only once. */
  readonly lead: string;
  readonly secret: string;
  /** The label of the button that closes it, which Escape does not. */
  readonly done: string;
}

/** Shows what is shown only once. */
export const showSecret = ({ title, lead, ...shown }: SecretProps): Promise<undefined> =>
  openDialog({
    title,
    lead,
    isWide: true,
    staysOnEscape: true,
    content: (close) => <Secret title={title} {...shown} close={close} />,
  });

function Secret({ title, secret, done, close }: Omit<SecretProps, 'lead'> & { readonly close: () => void }) {
  const shown = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  useLayoutEffect(() => shown.current?.select(), []);
  const copy = async () => {
    await copyText(secret, () => shown.current?.select());
    setCopied(true);
  };
  return (
    <div class="stack">
      <textarea
        ref={shown}
        id="new-secret"
        class="mono"
        readOnly
        rows={3}
        spellcheck={false}
        value={secret}
        aria-label={title}
      />
      <p class="soft small" role="status">
        {isCopied && common.copied}
      </p>
      <DialogActions>
        <Button onClick={() => void copy()} label={common.copy} />
        <Button mood="main" onClick={() => close()} label={done} />
      </DialogActions>
    </div>
  );
}
