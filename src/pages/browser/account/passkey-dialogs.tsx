import type { Reply } from '../api.ts';
import type { Passkey } from './answers.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { Form, Submit, type Values } from './form.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { withRecentLogin } from './recent-login.tsx';

const { passkeys: words } = texts;
const LONGEST_NAME = 64;

interface Props {
  readonly passkey: Passkey;
  /** With what became of it. */
  readonly finish: (outcome: string) => void;
  readonly close: () => void;
}

const pathOf = ({ id }: Passkey): string => `/api/me/passkeys/${encodeURIComponent(id)}`;

/** One that was removed elsewhere meanwhile. */
const removedMeanwhile =
  ({ finish }: Props) =>
  ({ code }: Reply): true | undefined => {
    if (code !== 'passkey_not_found') return undefined;
    finish(words.removed);
    return true;
  };

const Cancel = ({ close }: Pick<Props, 'close'>) => (
  <button class="button plain" type="button" onClick={close}>
    {words.cancel}
  </button>
);

export function RenamePasskey(props: Props) {
  const { passkey, finish, close } = props;
  const send = async ({ passkey_name = '' }: Values): Promise<Reply> => {
    const reply = await requestAsOwner('PUT', pathOf(passkey), { name: passkey_name.trim() });
    return reply.field === 'name' ? { ...reply, field: 'passkey_name' } : reply;
  };
  return (
    <Dialog id="rename-passkey" closed={close}>
      <Form
        id="rename-passkey-form"
        class="stack"
        send={send}
        succeeded={() => finish(words.renamed)}
        refused={removedMeanwhile(props)}
      >
        <h2 id="rename-passkey-title">{words.renameTitle}</h2>
        <TextField
          name="passkey_name"
          label={texts.fields.passkey_name}
          autocomplete="off"
          max={LONGEST_NAME}
          defaultValue={passkey.name}
        />
        <Submit label={words.save} />
        <Cancel close={close} />
      </Form>
    </Dialog>
  );
}

export function RemovePasskey(props: Props) {
  const { passkey, finish, close } = props;
  return (
    <Dialog id="remove-passkey" describedBy="remove-passkey-lead" closed={close}>
      <Form
        id="remove-passkey-form"
        class="stack"
        send={() => withRecentLogin(() => requestAsOwner('DELETE', pathOf(passkey)))}
        succeeded={() => finish(words.removed)}
        refused={removedMeanwhile(props)}
      >
        <h2 id="remove-passkey-title">{words.removeQuestion}</h2>
        <p class="value">{passkey.name}</p>
        <p class="soft" id="remove-passkey-lead">
          {words.removeLead}
        </p>
        <Submit label={words.remove} variant="danger" />
        <Cancel close={close} />
      </Form>
    </Dialog>
  );
}
