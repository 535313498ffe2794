import type { ComponentChildren } from 'preact';
import { WithCode } from '../components/facts.tsx';
import { labelOf } from '../components/format.tsx';
import type { Setting } from './answers.ts';
import { WithDocuments } from './documents.tsx';
import { defaultText } from './setting-default.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('settings');
const GROUP_ORDER = Object.keys(texts.groups);

export const groupName = (group: string): string => labelOf(texts.groups, group);

/** The groups of these settings, in the order of the screen. */
export const groupsOf = (settings: readonly Setting[]): string[] =>
  [...new Set(settings.map(({ group }) => group))].sort((a, b) => GROUP_ORDER.indexOf(a) - GROUP_ORDER.indexOf(b));

function shownValue({ is_secret, source, value }: Setting): string {
  if (is_secret) return source === 'default' ? texts.unset : texts.hidden;
  return value ?? texts.unset;
}

/** Settings are described in English only, and so are defaults that are no values. */
const Description = ({ about }: Setting) => (
  <p class="soft small setting-about" lang="en">
    <WithDocuments text={about.charAt(0).toUpperCase() + about.slice(1)} />
  </p>
);

function Default(setting: Setting) {
  const [before, after] = texts.default.split('{value}');
  const isValue = setting.default_values.length > 0;
  return (
    <p class="soft small setting-about">
      {before}
      <span lang={isValue ? undefined : 'en'}>
        <WithCode text={isValue ? defaultText(setting) : setting.default} />
      </span>
      {after}
    </p>
  );
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
        <Description {...setting} />
        {!is_default && <Default {...setting} />}
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
