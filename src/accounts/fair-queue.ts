/**
 * A bounded queue that is fair by client: clients are served in turn, each in its own order. While there is room anybody may take it, a
 * single client the whole of it. In a full queue, whoever holds least displaces the newest entry of whoever holds most.
 */
export interface FairQueue<Entry> {
  readonly length: number;
  /** Whether `add` would take an entry of this client. */
  hasRoomFor(client: string): boolean;
  /** Answers with the entry that had to make room, if one had to. Only to be called when there is room. */
  add(client: string, entry: Entry): Entry | undefined;
  next(): Entry | undefined;
  removeAll(isMeant: (entry: Entry) => boolean): Entry[];
}

export function createFairQueue<Entry>(maxLength: number): FairQueue<Entry> {
  /** In the order of their turns. None is empty. */
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
    hasRoomFor: (client) =>
      // Who displaces somebody holds no more afterwards than the one displaced: two clients do not push each other out in turn.
      length < maxLength || longest().length > (entriesOf.get(client)?.length ?? 0) + 1,
    add(client, entry) {
      // The longest has two at least, or there would be no room: it does not become empty.
      const displaced = length < maxLength ? undefined : longest().pop();
      const own = entriesOf.get(client);
      if (own) own.push(entry);
      else entriesOf.set(client, [entry]);
      if (displaced === undefined) length += 1;
      return displaced;
    },
    next() {
      for (const [client, entries] of entriesOf) {
        // Set anew, it is the last in the order of the map.
        entriesOf.delete(client);
        const entry = entries.shift();
        if (entries.length > 0) entriesOf.set(client, entries);
        length -= 1;
        return entry;
      }
      return undefined;
    },
    removeAll(isMeant) {
      const removed: Entry[] = [];
      for (const [client, entries] of entriesOf) {
        const kept = entries.filter((entry) => !isMeant(entry));
        removed.push(...entries.filter(isMeant));
        if (kept.length === 0) entriesOf.delete(client);
        else if (kept.length < entries.length) entriesOf.set(client, kept);
      }
      length -= removed.length;
      return removed;
    },
  };
}
