import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CodeField } from '../components/code-step.tsx';
import { Copyable } from '../components/copy-button.tsx';
import { focusOnArrival } from '../components/focus.ts';
import { Form, Submit } from '../components/form.tsx';
import type { NoticeText } from '../components/notice.tsx';
import { requestWithRecentLogin } from '../recent-login.ts';
import type { NewApp } from './answers.ts';
import { Actions } from './card.tsx';
import { CancelButton } from './form-row.tsx';
import { texts } from './page-data.ts';
import { QrCode } from './qr-code.tsx';

const { authenticator: words } = texts;

const beginApp = () => requestWithRecentLogin('POST', '/api/me/totp');
const renewCodes = () => requestWithRecentLogin('POST', '/api/me/recovery-codes');

interface AddAppProps {
  readonly added: (reply: Reply) => void;
  readonly takesFocus: boolean;
  /** The account must add a factor before anything else. */
  readonly isRequired: boolean;
}

export const AddApp = ({ added, takesFocus, isRequired }: AddAppProps) => (
  <Form key="add" id="add-app-form" send={beginApp} succeeded={added}>
    <Submit label={words.add} variant={isRequired ? undefined : 'plain'} takesFocus={takesFocus} />
  </Form>
);

interface ConfirmAppProps {
  readonly app: NewApp;
  readonly cancel: () => void;
  readonly confirmed: (reply: Reply) => void;
}

export const ConfirmApp = ({ app, cancel, confirmed }: ConfirmAppProps) => (
  <Form
    key="confirm"
    id="confirm-app-form"
    class="stack"
    send={(values) => requestWithRecentLogin('POST', '/api/me/totp/confirm', values)}
    succeeded={confirmed}
  >
    <div class="row enrolment">
      <QrCode rows={app.qr} label={words.picture} />
      <div class="stack">
        <p>{words.scan}</p>
        <p class="soft">
          {words.orType}
          <br />
          <Copyable text={app.secret} label={words.copyKey} copied={words.keyCopied}>
            <code class="app-key">{(app.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          </Copyable>
        </p>
        <p>
          <a href={app.otpauth_url}>{words.sameDevice}</a>
        </p>
      </div>
    </div>
    <p>{words.confirmLead}</p>
    <CodeField id="app-code" />
    <Submit label={words.confirm}>
      <CancelButton onClick={cancel} />
    </Submit>
  </Form>
);

interface ActiveAppProps {
  readonly notice: NoticeText | undefined;
  readonly codesLeft: number;
  readonly takesFocus: boolean;
  readonly renewed: (reply: Reply) => void;
  readonly replaced: (reply: Reply) => void;
  readonly remove: () => void;
  readonly failed: (reply: Reply) => void;
}

export function ActiveApp({ notice, codesLeft, takesFocus, renewed, replaced, remove, failed }: ActiveAppProps) {
  const ask = (send: () => Promise<Reply>, succeeded: (reply: Reply) => void) => async () => {
    const reply = await send();
    if (reply.ok) succeeded(reply);
    else if (reply.code !== 'cancelled') failed(reply);
  };
  return (
    <div class="stack">
      <p>
        <span class="badge success">{words.active}</span>{' '}
        <span class="soft">{fill(words.codesLeft, { count: String(codesLeft) })}</span>
      </p>
      <Actions notice={notice}>
        <Button mood="danger" label={words.remove} run={remove} />
        <Button label={words.replace} run={ask(beginApp, replaced)} />
        <Button label={words.renew} run={ask(renewCodes, renewed)} takesFocus={takesFocus} />
      </Actions>
    </div>
  );
}

export const RemoveApp = ({ cancel, removed }: { readonly cancel: () => void; readonly removed: () => void }) => (
  <Form
    key="remove"
    id="remove-app-form"
    class="stack"
    send={() => requestWithRecentLogin('DELETE', '/api/me/totp')}
    succeeded={removed}
  >
    <p tabIndex={-1} ref={focusOnArrival}>
      {words.removeQuestion}
    </p>
    <Submit label={words.removeConfirm} variant="danger">
      <CancelButton onClick={cancel} />
    </Submit>
  </Form>
);
