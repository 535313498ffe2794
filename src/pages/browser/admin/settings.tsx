import { fill } from '../../texts/fill.ts';
import type { Setting, Settings } from './answers.ts';
import { WithCode } from './components/facts.tsx';
import { FilterChips } from './components/filters.tsx';
import { fillCount, labelOf } from './components/format.tsx';
import { Loaded, noMatch, StateCard, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { useAddress } from './components/use-list.ts';
import { defaultText } from './setting-default.ts';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('settings');
const descriptions: Readonly<Record<string, string>> = texts.about;
const GROUP_ORDER = Object.keys(texts.groups);

/** What it is for; that of a setting which this version has no words for is the one of the documentation. */
const descriptionOf = ({ name, about }: Setting): string => descriptions[name] ?? about;

function found(settings: readonly Setting[], query: string, show: string): Setting[] {
  const wanted = query.trim().toLowerCase().split(/\s+/);
  return settings.filter((one) => {
    const about = descriptionOf(one).replaceAll('`', '');
    const text = `${one.name} ${about} ${one.is_secret ? '' : (one.value ?? '')}`.toLowerCase();
    return (show !== 'changed' || !one.is_default) && wanted.every((word) => text.includes(word));
  });
}

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
          <WithCode text={descriptionOf(setting)} />
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

function SettingGroups({ settings }: { readonly settings: readonly Setting[] }) {
  const groups = [...new Set(settings.map(({ group }) => group))];
  groups.sort((a, b) => GROUP_ORDER.indexOf(a) - GROUP_ORDER.indexOf(b));
  return (
    <>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{labelOf(texts.groups, group)}</h2>
          <dl class="console-card setting-group">
            {settings
              .filter((one) => one.group === group)
              .map((setting) => (
                <SettingEntry key={setting.name} setting={setting} />
              ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function SettingsScreen() {
  const address = useAddress(['query', 'show']);
  const loaded = useLoaded<Settings>('/api/admin/settings');
  const { query = '', show = '' } = address.values;
  const shown = loaded.data && found(loaded.data.settings, query, show);
  const file = loaded.data?.file ?? null;
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }}>
      <div class="filters">
        <FilterChips
          address={address}
          name="show"
          label={texts.show}
          choices={[
            { value: '', label: texts.all },
            { value: 'changed', label: texts.changed },
          ]}
        />
        <p class="soft small" id="settings-count" role="status">
          {shown && fillCount(texts.shown, shown.length)}
        </p>
      </div>
      <p class="soft" id="settings-lead">
        {texts.lead}
        {file !== null && ` ${fill(texts.fromFile, { file })}`}
      </p>
      <div class="stacked-cards">
        <Loaded from={loaded}>
          {() =>
            shown && shown.length > 0 ? <SettingGroups settings={shown} /> : <StateCard {...noMatch(address.clear)} />
          }
        </Loaded>
      </div>
    </Screen>
  );
}

startScreen(SettingsScreen);
