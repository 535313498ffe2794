import type { ComponentChildren } from 'preact';
import { below } from '../../pages/browser/base-path.ts';
import { fill } from '../../pages/texts/fill.ts';
import { WithCode } from '../components/facts.tsx';
import { labelOf } from '../components/format.tsx';
import { DOCUMENTS_PATH } from '../console-paths.ts';
import type { Setting } from './answers.ts';
import { frameData, textsOf } from './texts.ts';

const texts = textsOf('settings');
const { requiredInProduction, requiredUnless } = texts;
const scopes: Readonly<Record<string, string>> = texts.scopes;
const GROUP_ORDER = Object.keys(texts.groups);

export const groupName = (group: string): string => labelOf(texts.groups, group);

/** The groups of these settings, in the order of the screen. */
export const groupsOf = (settings: readonly Setting[]): string[] =>
  [...new Set(settings.map(({ group }) => group))].sort((a, b) => GROUP_ORDER.indexOf(a) - GROUP_ORDER.indexOf(b));

function shownValue({ is_secret, source, value }: Setting): string {
  if (is_secret) return source === 'default' ? texts.unset : texts.hidden;
  return value ?? texts.unset;
}

/** Descriptions exist in English only. */
const Description = ({ about }: Setting) => (
  <p class="soft small" lang="en">
    <WithDocuments text={about.charAt(0).toUpperCase() + about.slice(1)} />
  </p>
);

function Default(setting: Setting) {
  const [before, after] = texts.default.split('{value}');
  const isValue = setting.default_values.length > 0;
  return (
    <p class="soft small">
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
      <dt class="row">
        <span class="mono">{name}</span>
        {!is_default && <span class="badge note">{texts.isChanged}</span>}
        {source !== 'default' && <span class="badge">{labelOf(texts.sources, source)}</span>}
      </dt>
      <dd>
        <span class={is_secret || value === null ? 'soft' : 'mono'}>{shownValue(setting)}</span>
        <Description {...setting} />
        {!is_default && <Default {...setting} />}
      </dd>
    </div>
  );
}

interface GroupProps {
  readonly group: string;
  readonly settings: readonly Setting[];
  /** Shown beside the heading. */
  readonly children?: ComponentChildren;
}

export const SettingGroup = ({ group, settings, children }: GroupProps) => (
  <section id={group} aria-labelledby={`group-${group}`}>
    <header class="row apart card-head">
      <h2 id={`group-${group}`}>{groupName(group)}</h2>
      {children}
    </header>
    <dl class="card setting-group">
      {settings.map((setting) => (
        <SettingEntry key={setting.name} setting={setting} />
      ))}
    </dl>
  </section>
);

const NAME = /(docs\/[a-z-]+\.md)/;

/** Links documents, if this installation has them, and shows text in backticks as code. */
const WithDocuments = ({ text }: { readonly text: string }) => (
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

const language = document.documentElement.lang;
const either = new Intl.ListFormat(language, { type: 'disjunction' });
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

const code = (text: string): string => `\`${text}\``;

/** A duration in the page's language; other values as written in a setting, as code. */
function valueText(value: string | null): string {
  if (value === null || value === 'none') return texts.unset;
  const [, count, unit] = /^(\d+)([smhd])$/.exec(value) ?? [];
  if (unit === undefined) return code(value);
  return Number(count).toLocaleString(language, { style: 'unit', unit: UNITS[unit] as string, unitDisplay: 'long' });
}

/** The default values in the page's language, with code in backticks. */
function defaultText({ default_values: values, required_in_production, unless_set: others }: Setting): string {
  const parts = values.map(({ scope, value }) => fill(scopes[scope] ?? '{value}', { value: valueText(value) }));
  if (required_in_production) {
    parts.push(
      others.length === 0 ? requiredInProduction : fill(requiredUnless, { names: either.format(others.map(code)) }),
    );
  }
  return parts.reduce((first, second) => fill(texts.twoDefaults, { first, second }));
}
