import type { ComponentChildren } from 'preact';
import { fill } from '../../texts/fill.ts';
import type { Setting } from './answers.ts';
import { WithCode } from './components/facts.tsx';
import { labelOf } from './components/format.tsx';
import { WithDocuments } from './documents.tsx';
import { defaultText } from './setting-default.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('settings');
const descriptions: Readonly<Record<string, string>> = texts.about;
const GROUP_ORDER = Object.keys(texts.groups);

/** What it is for; that of a setting which this version has no words for is the one of the documentation. */
export const descriptionOf = ({ name, about }: Setting): string => descriptions[name] ?? about;

export const groupName = (group: string): string => labelOf(texts.groups, group);

/** The groups of these settings, in the order of the screen. */
export const groupsOf = (settings: readonly Setting[]): string[] =>
  [...new Set(settings.map(({ group }) => group))].sort((a, b) => GROUP_ORDER.indexOf(a) - GROUP_ORDER.indexOf(b));

function shownValue({ is_secret, source, value }: Setting): string {
  if (is_secret) return source === 'default' ? texts.unset : texts.hidden;
  return value ?? texts.unset;
}

function SettingEntry({ setting }: { readonly setting: Setting }) {
  const { name, value, is_secret, source, is_default } = setting;
  return (
    <div class={is_default ? 'setting-entry' : 'setting-entry changed'}>
      <dt>
        <span class="mono">{name}</span>
        {!is_default && <span class="tag note">{texts.isChanged}</span>}
        {source !== 'default' && <span class="tag">{labelOf(texts.sources, source)}</span>}
      </dt>
      <dd>
        <span class={is_secret || value === null ? 'soft' : 'mono setting-value'}>{shownValue(setting)}</span>
        <p class="soft small setting-about">
          <WithDocuments text={descriptionOf(setting)} />
        </p>
        {!is_default && (
          <p class="soft small setting-about">
            <WithCode text={fill(texts.default, { value: defaultText(setting) })} />
          </p>
        )}
      </dd>
    </div>
  );
}

interface GroupProps {
  readonly group: string;
  readonly settings: readonly Setting[];
  /** Beside the heading. */
  readonly children?: ComponentChildren;
}

export const SettingGroup = ({ group, settings, children }: GroupProps) => (
  <section id={group} aria-labelledby={`group-${group}`}>
    <header class="card-head">
      <h2 id={`group-${group}`}>{groupName(group)}</h2>
      {children}
    </header>
    <dl class="console-card setting-group">
      {settings.map((setting) => (
        <SettingEntry key={setting.name} setting={setting} />
      ))}
    </dl>
  </section>
);
