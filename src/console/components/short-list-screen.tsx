import { Button } from '../../pages/browser/components/button.tsx';
import { Icon } from './icon.tsx';
import { Loaded, type useLoaded } from './loaded.tsx';
import { Screen } from './screen.tsx';
import { ShortTable, type ShortTableProps } from './table.tsx';

interface ShortListProps<Item> extends Omit<ShortTableProps<Item>, 'items' | 'action'> {
  readonly title: string;
  readonly from: ReturnType<typeof useLoaded<readonly Item[]>>;
  /** The button that creates an item. */
  readonly make: { readonly label: string; readonly run: () => unknown };
  /** The id of that button. */
  readonly makeId: string;
}

/** A screen for short lists that administrators create, such as API keys. */
export const ShortListScreen = <Item,>({ title, from, make, makeId, ...table }: ShortListProps<Item>) => (
  <Screen title={title} actions={<Button id={makeId} icon={<Icon name="add" />} mood="main" isCompact {...make} />}>
    <Loaded from={from}>{(items) => <ShortTable {...table} items={items} action={make} />}</Loaded>
  </Screen>
);
