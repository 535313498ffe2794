import { useEffect, useRef, useState } from 'preact/hooks';
import { currentOwner } from '../../pages/browser/account/owner.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { FilterChips } from '../components/filters.tsx';
import { fillCount } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { Loaded, noMatch, StateCard, useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { toastReply } from '../components/toasts.tsx';
import { useAddress } from '../components/use-list.ts';
import { post } from './admin-api.ts';
import type { Setting, Settings } from './answers.ts';
import { BrandPreview } from './brand-preview.tsx';
import { groupName, groupsOf, SettingGroup } from './setting-groups.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('settings');

function found(settings: readonly Setting[], query: string, show: string): Setting[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  return settings.filter((setting) => {
    const text =
      `${setting.name} ${setting.about.replaceAll('`', '')} ${setting.is_secret ? '' : (setting.value ?? '')}`.toLowerCase();
    return (show !== 'changed' || !setting.is_default) && words.every((word) => text.includes(word));
  });
}

async function sendTestEmail(): Promise<void> {
  const to = currentOwner()?.email ?? '';
  const reply = await post('/api/admin/mail/test');
  toastReply(reply, fill(texts.testSent, { email: to }), { too_many_emails: texts.testTooMany });
}

/** The scroll position at which the part is in the middle of the frame. */
const middleOf = (frame: HTMLElement, part: HTMLElement): ScrollToOptions => ({
  left: part.offsetLeft - (frame.clientWidth - part.offsetWidth) / 2,
  top: part.offsetTop - (frame.clientHeight - part.offsetHeight) / 2,
});

interface SectionsProps {
  readonly sections: readonly string[];
  readonly settings: readonly Setting[];
}

/** A table of contents that marks the section being read and keeps it visible. */
function SideList({ sections, settings }: SectionsProps) {
  const [read, setRead] = useState('');
  const current = sections.includes(read) ? read : sections[0];
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    // scrollIntoView would scroll the page, too.
    if (link) list.current?.scrollTo(middleOf(list.current, link));
  }, [current]);
  useEffect(() => {
    setRead('');
    // The section near the top of the window is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setRead(target.id);
      },
      { rootMargin: '-15% 0px -75% 0px' },
    );
    for (const id of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections.join()]);
  return (
    <nav ref={list} class="side-list" aria-label={texts.sections}>
      <ul>
        {sections.map((id) => {
          const changed = settings.filter((setting) => setting.group === id && !setting.is_default).length;
          return (
            <li key={id}>
              <a class="item" href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
                {id === 'brand' ? texts.brand.title : groupName(id)}
                {changed > 0 && (
                  <span class="chip-count" title={fillCount(texts.changedHere, changed)}>
                    {changed}
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Sections({ sections, settings }: SectionsProps) {
  // The browser could not scroll to the fragment before the sections existed.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <div class="settings-columns">
      <SideList sections={sections} settings={settings} />
      <div class="grid">
        {sections.map((section) =>
          section === 'brand' ? (
            <BrandPreview key={section} />
          ) : (
            <SettingGroup key={section} group={section} settings={settings.filter(({ group }) => group === section)}>
              {section === 'mail' && (
                <Button isCompact icon={<Icon name="emails" />} label={texts.sendTest} run={sendTestEmail} />
              )}
            </SettingGroup>
          ),
        )}
      </div>
    </div>
  );
}

export default function SettingsScreen() {
  const address = useAddress(['query', 'show']);
  const loaded = useLoaded<Settings>('/api/admin/settings');
  const { query = '', show = '' } = address.values;
  const shown = loaded.data && found(loaded.data.settings, query, show);
  const file = loaded.data?.file ?? null;
  // The preview is not a search result.
  const sections = [...(address.isNarrowed ? [] : ['brand']), ...groupsOf(shown ?? [])];
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }}>
      <div class="row filters">
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
      <Loaded from={loaded}>
        {() =>
          shown && shown.length > 0 ? (
            <Sections sections={sections} settings={shown} />
          ) : (
            <StateCard {...noMatch(address.clear)} />
          )
        }
      </Loaded>
    </Screen>
  );
}
