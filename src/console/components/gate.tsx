import { Button } from '../../pages/browser/components/button.tsx';
import { Panel } from '../../pages/browser/components/panel.tsx';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { logOut } from '../../pages/browser/session.ts';
import { common, frameData } from '../screens/texts.ts';

/** The reason why the console cannot be used. */
export type GateState =
  | { readonly kind: 'not-admin' | 'factor-needed'; readonly email: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retry: () => unknown };

/** Replaces the screen, with the reason why the console cannot be used and the next step. */
export function Gate({ gate, returnQuery }: { readonly gate: GateState; readonly returnQuery: string }) {
  switch (gate.kind) {
    case 'not-admin': {
      const [before, after] = common.notAdmin.split('{email}');
      return (
        <Panel title={common.notAdminTitle} sign="lost">
          <p class="soft">
            {before}
            <strong>{gate.email}</strong>
            {after}
          </p>
          <div class="grid">
            <a class="button" href={addressOf('/account', carried)}>
              {common.toAccount}
            </a>
            <Button label={frameData.logOut} run={logOut} />
          </div>
        </Panel>
      );
    }
    case 'factor-needed':
      return (
        <Panel title={common.factorNeededTitle} sign="warning">
          <p class="soft">{common.factorNeeded}</p>
          <a class="button" href={`${addressOf('/account', returnQuery)}#security`}>
            {common.toAccount}
          </a>
        </Panel>
      );
    case 'unavailable':
      return (
        <Panel title={common.unavailableTitle} sign="warning">
          <p class="soft">{gate.reason}</p>
          <Button mood="main" label={common.retry} run={gate.retry} />
        </Panel>
      );
  }
}
