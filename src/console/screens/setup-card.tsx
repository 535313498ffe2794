import { Button } from '../../pages/browser/components/button.tsx';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { fill } from '../../pages/texts/fill.ts';
import { WithCode } from '../components/facts.tsx';
import { LocalDay } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { toast, toastRefusal, toastReply } from '../components/toasts.tsx';
import { type AdminReply, post } from './admin-api.ts';
import type { Setup } from './answers.ts';
import { screenAddress } from './screen-address.ts';
import { common, frameData, textsOf } from './texts.ts';

const texts = textsOf('overview').setup;
type StepName = Setup['steps'][number]['name'];

const settings = (section: string): string => `${screenAddress('settings')}#${section}`;
const PLACES: Readonly<Record<StepName, string>> = {
  mail_server: settings('mail'),
  second_factor: `${addressOf('/account', carried)}#security`,
  return_addresses: frameData.titles.apps === undefined ? settings('pages') : screenAddress('apps'),
  brand: settings('brand'),
  backups: settings('database'),
};

interface SetupCardProps {
  readonly setup: Setup;
  readonly refresh: () => Promise<void>;
}

/** The remaining steps after the installation. */
export function SetupCard({ setup: { steps, last_backup_at: backup }, refresh }: SetupCardProps) {
  const left = steps.filter((step) => !step.is_done && !step.is_dismissed);
  if (left.length === 0) return null;
  const dismiss = async (name: StepName, dismissed: boolean): Promise<AdminReply<unknown>> => {
    const reply = await post(`/api/admin/setup/${name}`, { dismissed });
    await refresh();
    return reply;
  };
  const skip = async (name: StepName) => {
    const reply = await dismiss(name, true);
    if (!reply.ok) return toastRefusal(reply);
    const undo = async () => toastReply(await dismiss(name, false), common.undone);
    toast(fill(texts.skipped, { step: texts.steps[name].title }), { undo });
  };
  const count = { done: String(steps.length - left.length), all: String(steps.length) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section right below main is the message of the gate.
    <div role="region" class="card" aria-labelledby="setup-title">
      <header class="row apart card-head">
        <h2 id="setup-title">{texts.title}</h2>
        <span class="soft small">{fill(texts.progress, count)}</span>
      </header>
      <ol class="entries setup-steps">
        {left.map(({ name }) => (
          <li key={name}>
            <span class="setup-mark" aria-hidden="true" />
            <div>
              <h3>{texts.steps[name].title}</h3>
              <p class="soft small">
                <WithCode text={texts.steps[name].text} />
                {name === 'backups' && backup !== null && (
                  <>
                    {' '}
                    {texts.lastBackup} <LocalDay time={backup} />
                  </>
                )}
              </p>
            </div>
            <div class="row setup-actions">
              <a class="button plain compact" href={PLACES[name]}>
                {texts.steps[name].action}
              </a>
              <Button
                isCompact
                label={name === 'backups' ? texts.otherBackups : texts.skip}
                aria-label={`${name === 'backups' ? texts.otherBackups : texts.skip}: ${texts.steps[name].title}`}
                run={() => skip(name)}
              />
            </div>
          </li>
        ))}
      </ol>
      {left.length < steps.length && (
        <p class="row setup-done soft small">
          <Icon name="done" />
          {steps
            .filter((step) => step.is_done || step.is_dismissed)
            .map(({ name }) => texts.steps[name].title)
            .join(' · ')}
        </p>
      )}
    </div>
  );
}
