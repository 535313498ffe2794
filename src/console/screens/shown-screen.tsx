import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { refusal } from '../../pages/browser/api.ts';
import { reload } from '../../pages/browser/page.ts';
import { fill } from '../../pages/texts/fill.ts';
import { WithCode } from '../components/facts.tsx';
import { failure, SkeletonCard, StateCard } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import type { ScreenName } from '../console-paths.ts';
import type { Refused } from './admin-api.ts';
import { useRoute } from './router.ts';
import { screenAddress } from './screen-address.ts';
import { common, frameData } from './texts.ts';

type LoadScreen = () => Promise<{ readonly default: ComponentType }>;

/** Each screen is a script of its own. */
const LOAD: Readonly<Record<ScreenName, LoadScreen>> = {
  overview: () => import('./overview.tsx'),
  users: () => import('./users.tsx'),
  user: () => import('./user.tsx'),
  invitations: () => import('./invitations.tsx'),
  sessions: () => import('./sessions.tsx'),
  audit: () => import('./audit.tsx'),
  emails: () => import('./emails.tsx'),
  keys: () => import('./signing-and-data-keys.tsx'),
  apiKeys: () => import('./api-keys.tsx'),
  apps: () => import('./apps.tsx'),
  settings: () => import('./settings.tsx'),
};

const loaded = new Map<ScreenName, ComponentType>();

async function load(screen: ScreenName): Promise<void> {
  const part = await LOAD[screen]();
  loaded.set(screen, part.default);
}

/** Loads the other screens in advance, one after another; those that fail are loaded when they are opened. */
export async function loadScreens(): Promise<void> {
  for (const screen of Object.keys(frameData.titles) as ScreenName[]) await load(screen).catch(() => {});
}

/** The screen at the address. */
export function ShownScreen() {
  const { screen, visit } = useRoute();
  if (screen === undefined) return <Missing title={common.missingTitle} text={common.missing} />;
  if (frameData.titles[screen] === undefined) return <SwitchedOff screen={screen} />;
  return <LoadedScreen key={visit} screen={screen} isFirst={visit === 0} />;
}

interface LoadedScreenProps {
  readonly screen: ScreenName;
  readonly isFirst: boolean;
}

function LoadedScreen({ screen, isFirst }: LoadedScreenProps) {
  const [isFailed, setFailed] = useState(false);
  const [View, setView] = useState(() => loaded.get(screen));
  const open = async (isRetry = false) => {
    setFailed(false);
    try {
      await load(screen);
      setView(() => loaded.get(screen));
    } catch {
      // A service that answers has been upgraded and has other scripts. The first document has its own.
      if ((isRetry || !isFirst) && (await isReachable())) reload();
      else setFailed(true);
    }
  };
  useLayoutEffect(() => {
    if (!View) void open();
  }, []);
  if (View) return <View />;
  return (
    <Screen title={frameData.titles[screen] ?? ''}>
      {isFailed ? <StateCard {...failure(refusal('unreachable') as Refused, () => open(true))} /> : <SkeletonCard />}
    </Screen>
  );
}

const isReachable = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

const SwitchedOff = ({ screen }: { readonly screen: ScreenName }) => {
  const { title = '', setting = '' } = frameData.switchedOff[screen] ?? {};
  return <Missing title={title} text={fill(common.switchedOff, { screen: title, setting })} />;
};

const Missing = ({ title, text }: Readonly<Record<'title' | 'text', string>>) => (
  <Screen title={title}>
    <div class="card list-card">
      <div class="state">
        <p class="soft">
          <WithCode text={text} />
        </p>
        <a class="button plain compact" href={screenAddress('overview')}>
          {common.toOverview}
        </a>
      </div>
    </div>
  </Screen>
);
