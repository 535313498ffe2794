import { byId, showPanel } from './page.ts';
import { logOut, resume, whenBegun, whenEnded } from './session.ts';

async function greet(): Promise<void> {
  const renewal = await resume();
  if (renewal.state !== 'active') return;
  const { full_name: name, email } = renewal.user;
  showPanel('signed-in', { name, email });
}

byId('log-out', HTMLButtonElement).addEventListener('click', () => void logOut());
whenEnded(() => showPanel('welcome'));
whenBegun(() => void greet());
await greet();
