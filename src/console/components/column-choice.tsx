import { useLayoutEffect, useState } from 'preact/hooks';
import { common } from '../screens/texts.ts';
import { Checks, Popover } from './popover.tsx';
import type { Column } from './table.tsx';
import { useKept } from './use-kept.ts';

const { lists: texts } = common;

/** The room for a row: every column, the important ones, or a card (console-lists.css). */
type Room = 'all' | 'few' | 'card';
const CARD = matchMedia('(max-width: 42rem)');
const FEW = matchMedia('(max-width: 76rem)');
const roomNow = (): Room => (CARD.matches ? 'card' : FEW.matches ? 'few' : 'all');

function useRoom(): Room {
  const [room, setRoom] = useState(roomNow);
  // Listens before the next event, which may change what was just read.
  useLayoutEffect(() => {
    const look = () => setRoom(roomNow());
    const queries = [CARD, FEW];
    for (const query of queries) query.addEventListener('change', look);
    return () => {
      for (const query of queries) query.removeEventListener('change', look);
    };
  }, []);
  return room;
}

type Flags = Readonly<Record<string, boolean>>;
const areFlags = (value: unknown): value is Flags =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'boolean');

interface ColumnChoice<Item> {
  readonly room: Room;
  readonly shown: readonly Column<Item>[];
  readonly choose: (name: string, isShown: boolean) => void;
}

/** The columns of a list as the user has chosen. Cards show the most important ones by default. */
export function useColumns<Item>(id: string, columns: readonly Column<Item>[]): ColumnChoice<Item> {
  const [chosen, keep] = useKept(`latchkey.console-columns.${id}`, areFlags, {});
  const room = useRoom();
  const isShown = (column: Column<Item>) => {
    if (!isOptional(column)) return true;
    if (room === 'few' && needsRoom(column)) return false;
    return chosen[column.name] ?? (room !== 'card' || !isExtra(column));
  };
  const shown = columns.filter(isShown);
  return {
    room,
    shown: room === 'card' ? shown.map((column) => (isExtra(column) ? { ...column, kind: 'fact' } : column)) : shown,
    choose: (name, isWanted) => keep({ ...chosen, [name]: isWanted }),
  };
}

type Kind = Pick<Column<never>, 'kind' | 'isInCards'>;
const needsRoom = ({ kind }: Kind) => kind === 'wide' || kind === 'number';
const isOptional = (column: Kind) => column.kind === undefined || needsRoom(column);
const isExtra = (column: Kind) => needsRoom(column) && !column.isInCards;

interface ColumnsProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly choice: ColumnChoice<Item>;
}

export function ColumnsPopover<Item>({ columns, choice: { room, shown, choose } }: ColumnsProps<Item>) {
  const names = new Set(shown.map(({ name }) => name));
  const optional = columns.filter(isOptional);
  const tooWide = new Set(optional.filter((column) => room === 'few' && needsRoom(column)).map(({ name }) => name));
  return (
    <Popover label={room === 'card' ? texts.facts : texts.columns} icon="columns">
      <Checks
        choices={optional.map(({ name, label }) => ({ value: name, label }))}
        isChosen={(name) => names.has(name)}
        isLocked={(name) => tooWide.has(name)}
        choose={choose}
      />
      {tooWide.size > 0 && <p class="soft small">{texts.tooNarrow}</p>}
    </Popover>
  );
}
