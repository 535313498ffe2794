import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../pages/browser/components/button.tsx';
import { explain } from '../../pages/browser/refusals.ts';
import { get, type Query, type Refused } from '../screens/admin-api.ts';
import { common } from '../screens/texts.ts';

/**
 * For requests of which only the latest counts: each gets a signal that ends with the next request or the component.
 */
export function useNewest(): () => AbortSignal {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}

interface LoadedData<Data> {
  /** Undefined until loaded. Existing data stays during a reload, and if it fails. */
  readonly data: Data | undefined;
  readonly refused: Refused | undefined;
  readonly reload: () => Promise<void>;
}

/** The answer of an operation, reloaded when the path or the query changes. */
export function useLoaded<Data>(path: string, query: Query = {}): LoadedData<Data> {
  const [data, setData] = useState<Data>();
  const [refused, setRefused] = useState<Refused>();
  const begin = useNewest();
  const reload = async () => {
    const signal = begin();
    const reply = await get<Data>(path, query, signal);
    if (signal.aborted || reply.code === 'cancelled') return;
    if (reply.ok) setData(reply.data);
    setRefused(reply.ok ? undefined : reply);
  };
  useEffect(() => void reload(), [path, JSON.stringify(query)]);
  return { data, refused, reload };
}

interface LoadedProps<Data> {
  readonly from: LoadedData<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** A part of the screen with loaded data. Shows a failure above it, or instead if there is no data yet. */
export function Loaded<Data>({ from: { data, refused, reload }, children }: LoadedProps<Data>) {
  if (data === undefined && refused) return <StateCard {...failure(refused, reload)} />;
  if (data === undefined) return <SkeletonCard />;
  return (
    <>
      {refused && <FailureNotice reason={explain(refused)} retry={reload} />}
      {children(data)}
    </>
  );
}

export const SkeletonCard = () => (
  <div class="card skeleton" aria-hidden="true">
    <span class="bar title-bar" />
    <span class="bar" />
    <span class="bar field-bar" />
    <span class="bar" />
  </div>
);

interface StateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => unknown };
}

/** Replaces rows or a screen that is empty or failed to load. */
export const State = ({ title, text, action }: StateProps) => (
  <div class="state">
    <h2>{title}</h2>
    {text !== undefined && <p class="soft">{text}</p>}
    {action && <Button isCompact {...action} />}
  </div>
);

/** The state in a card of its own. */
export const StateCard = (props: StateProps) => (
  <div class="card list-card">
    <State {...props} />
  </div>
);

export const failure = (refused: Refused, retry: () => unknown): StateProps => ({
  title: common.failedTitle,
  text: explain(refused),
  action: { label: common.retry, run: retry },
});

/** Shown if no item matches. */
export const noMatch = (clear: () => void): StateProps => ({
  title: common.noMatchTitle,
  text: common.noMatch,
  action: { label: common.clearFilters, run: clear },
});

interface FailureNoticeProps {
  readonly reason: string;
  readonly retry: () => unknown;
}

/** Shown above the earlier data. */
export const FailureNotice = ({ reason, retry }: FailureNoticeProps) => (
  <div class="notice danger list-problem" role="alert">
    <span class="grow">{reason}</span>
    <Button isCompact label={common.retry} run={retry} />
  </div>
);
