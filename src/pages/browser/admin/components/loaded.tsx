import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explain } from '../../refusals.ts';
import { type AdminReply, get, type Query, type Refused } from '../admin-api.ts';
import { Failure, FailureNotice, SkeletonCard } from './state.tsx';

export interface LoadedData<Data> {
  /** Undefined: nothing has been read yet. What is there stays while it is read again, and when that fails. */
  readonly data: Data | undefined;
  readonly isBusy: boolean;
  readonly refused: Refused | undefined;
  readonly reload: () => Promise<void>;
}

/** What an operation answers. It is read again when the path or the query changes; only the newest request counts. */
export function useLoaded<Data>(path: string, query: Query = {}): LoadedData<Data> {
  const [state, setState] = useState<Omit<LoadedData<Data>, 'reload'>>({
    data: undefined,
    isBusy: true,
    refused: undefined,
  });
  const current = useRef<AbortController>(undefined);
  const load = async () => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState((before) => ({ ...before, isBusy: true }));
    const reply: AdminReply<Data> = await get<Data>(path, query, own.signal);
    if (own.signal.aborted || reply.code === 'cancelled') return;
    setState(({ data }) => ({
      data: reply.ok ? reply.data : data,
      isBusy: false,
      refused: reply.ok ? undefined : reply,
    }));
  };
  useEffect(() => void load(), [path, JSON.stringify(query)]);
  useEffect(() => () => current.current?.abort(), []);
  return { ...state, reload: load };
}

interface LoadedProps<Data> {
  readonly from: LoadedData<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/**
 * A part of the screen with what was loaded. A failure is told above it, or in its place where there is nothing yet.
 */
export function Loaded<Data>({ from, children }: LoadedProps<Data>) {
  const { data, refused, reload } = from;
  const failure = refused && { reason: explain(refused), retry: () => void reload() };
  if (data === undefined && failure) {
    return (
      <div class="list-card">
        <Failure {...failure} />
      </div>
    );
  }
  if (data === undefined) return <SkeletonCard />;
  return (
    <>
      {failure && <FailureNotice {...failure} />}
      {children(data)}
    </>
  );
}
