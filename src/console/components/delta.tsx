import { fill } from '../../pages/texts/fill.ts';
import { textsOf } from '../screens/texts.ts';
import { Icon } from './icon.tsx';

const texts = textsOf('overview');
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 0 });

/** Two sums over equally long periods. */
export interface Comparison {
  readonly now: number;
  readonly before: number;
  readonly days: number;
}

interface DeltaProps {
  readonly of: Comparison;
  /** Lower is better. */
  readonly isBad?: boolean | undefined;
}

/** The relative change. Empty if there is nothing to compare, or hardly any change. */
export function Delta({ of: { now, before, days }, isBad = false }: DeltaProps) {
  const change = before === 0 ? 0 : now / before - 1;
  if (Math.abs(change) < 0.005) return null;
  const isMore = change > 0;
  const amount = percent.format(Math.abs(change));
  const words = fill(isMore ? texts.moreThan : texts.lessThan, { amount, days: String(days) });
  return (
    <span class={`delta ${isMore === isBad ? 'bad' : 'good'}`} title={words}>
      <Icon name={isMore ? 'rise' : 'fall'} />
      <span aria-hidden="true">{amount}</span>
      <span class="unseen">{words}</span>
    </span>
  );
}
