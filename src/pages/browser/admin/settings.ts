import { fill } from '../../texts/fill.ts';
import { byId } from '../page.ts';
import { get } from './admin-api.ts';
import { type Child, element } from './element.ts';
import { labelOf } from './label.ts';
import { addressFilters } from './list-filters.ts';
import { stateButton, stateCard } from './list-parts.ts';
import { loaded } from './loaded.ts';
import { type DefaultOfSetting, defaultInWords } from './setting-default.ts';
import { startScreen } from './shell.ts';
import { fillCount } from './times.ts';
import { common, wordsOf } from './words.ts';

interface Setting extends DefaultOfSetting {
  readonly group: string;
  readonly about: string;
  readonly value: string | null;
  readonly is_secret: boolean;
  readonly source: string;
  readonly is_default: boolean;
}

const words = wordsOf('settings');

const descriptions: Readonly<Record<string, string>> = words.about;

/** What it is for; that of a setting which this version has no words for is the one of the documentation. */
const descriptionOf = ({ name, about }: Setting): string => descriptions[name] ?? about;

/** Names and values stand in backticks. */
const plain = (text: string): string => text.replaceAll('`', '');
const withCode = (text: string): Child[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', { className: 'mono' }, part) : part));

const badge = (text: string, mood = '') => element('span', { className: `tag ${mood}` }, text);

function entry(setting: Setting): HTMLElement {
  const { name, value, is_secret, source, is_default } = setting;
  const shown = is_secret ? (source === 'default' ? words.unset : words.hidden) : (value ?? words.unset);
  return element(
    'div',
    { className: is_default ? 'setting-entry' : 'setting-entry changed' },
    element(
      'dt',
      {},
      element('span', { className: 'mono' }, name),
      !is_default && badge(words.isChanged, 'note'),
      source !== 'default' && badge(labelOf(words.sources, source)),
    ),
    element(
      'dd',
      {},
      element('span', { className: is_secret || value === null ? 'soft' : 'mono setting-value' }, shown),
      element('p', { className: 'soft small setting-about' }, ...withCode(descriptionOf(setting))),
      !is_default &&
        element(
          'p',
          { className: 'soft small setting-about' },
          ...withCode(fill(words.default, { value: defaultInWords(setting) })),
        ),
    ),
  );
}

function groups(settings: readonly Setting[]): HTMLElement[] {
  const names = [...new Set(settings.map(({ group }) => group))];
  const order = Object.keys(words.groups);
  return names
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((group) =>
      element(
        'section',
        { aria: { labelledby: `group-${group}` } },
        element('h2', { id: `group-${group}` }, labelOf(words.groups, group)),
        element(
          'dl',
          { className: 'console-card setting-group' },
          settings.filter((one) => one.group === group).map(entry),
        ),
      ),
    );
}

await startScreen(({ signal, search }) => {
  let all: readonly Setting[] = [];
  const target = byId('settings', HTMLElement);
  const root = byId('settings-list', HTMLElement);
  const filters = addressFilters(root, { search, names: ['query', 'show'], signal, changed: show });

  function found(): Setting[] {
    const { query = '', show: only } = filters.values();
    const wanted = query.trim().toLowerCase().split(/\s+/);
    return all.filter((one) => {
      const text = `${one.name} ${plain(descriptionOf(one))} ${one.is_secret ? '' : (one.value ?? '')}`.toLowerCase();
      return (only !== 'changed' || !one.is_default) && wanted.every((word) => text.includes(word));
    });
  }
  function show(): void {
    target.replaceChildren(...drawn());
  }
  function drawn(): HTMLElement[] {
    const settings = found();
    byId('settings-count', HTMLElement).textContent = fillCount(words.shown, settings.length);
    if (settings.length > 0) return groups(settings);
    return [stateCard(common.noMatchTitle, common.noMatch, stateButton(common.clearFilters, filters.clear))];
  }

  loaded(
    target,
    () => get<{ file: string | null; settings: readonly Setting[] }>('/api/admin/settings', {}, signal),
    ({ file, settings }) => {
      all = settings;
      const from = file === null ? '' : ` ${fill(words.fromFile, { file })}`;
      byId('settings-lead', HTMLElement).textContent = words.lead + from;
      return drawn();
    },
  );
});
