/**
 * A bounded fair queue: clients take turns, each in FIFO order, and a single client may fill it. When it is full, a
 * client with few entries displaces the newest entry of the client with the most (longest queue drop).
 */
interface FairQueue<Entry> {
  readonly length: number;
  hasPlaceFor(client: string): boolean;
  /** Returns the displaced entry, if any. Call it only if hasPlaceFor is true. */
  add(client: string, entry: Entry): Entry | undefined;
  next(): Entry | undefined;
  removeAll(matches: (entry: Entry) => boolean): Entry[];
}

export function createFairQueue<Entry>(maxLength: number): FairQueue<Entry> {
  /** Entries by client, in round-robin order (insertion order of the Map). No list is empty. */
  const entriesOf = new Map<string, Entry[]>();
  let length = 0;

  const longest = (): Entry[] => {
    let found: Entry[] = [];
    for (const entries of entriesOf.values()) if (entries.length > found.length) found = entries;
    return found;
  };
  return {
    get length() {
      return length;
    },
    hasPlaceFor: (client) =>
      // A client never ends up with more entries than the one it displaces, so two cannot displace each other in turn.
      length < maxLength || longest().length > (entriesOf.get(client)?.length ?? 0) + 1,
    add(client, entry) {
      // The longest list has at least two entries here (hasPlaceFor), so it does not become empty.
      const displaced = length < maxLength ? undefined : longest().pop();
      const entries = entriesOf.get(client);
      if (entries) entries.push(entry);
      else entriesOf.set(client, [entry]);
      if (displaced === undefined) length += 1;
      return displaced;
    },
    next() {
      for (const [client, entries] of entriesOf) {
        // Deleting and setting moves the client to the end of the Map's order.
        entriesOf.delete(client);
        const entry = entries.shift();
        if (entries.length > 0) entriesOf.set(client, entries);
        length -= 1;
        return entry;
      }
      return undefined;
    },
    removeAll(matches) {
      const removed: Entry[] = [];
      for (const [client, entries] of entriesOf) {
        const kept = entries.filter((entry) => !matches(entry));
        removed.push(...entries.filter(matches));
        if (kept.length === 0) entriesOf.delete(client);
        else if (kept.length < entries.length) entriesOf.set(client, kept);
      }
      length -= removed.length;
      return removed;
    },
  };
}
