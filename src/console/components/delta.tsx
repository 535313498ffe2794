import { fill } from '../../pages/texts/fill.ts';
import { textsOf } from '../screens/texts.ts';
import { Icon } from './icon.tsx';

const texts = textsOf('overview');
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 0 });

/** Two sums of equally many days. */
export interface Comparison {
  readonly now: number;
  readonly before: number;
  readonly days: number;
}

interface DeltaProps {
  readonly of: Comparison;
  /** Less of it is better. */
  readonly isBad?: boolean | undefined;
}

/** By how much it grew or fell. Nothing where there is nothing to compare with, or no change to speak of. */
export function Delta({ of: { now, before, days }, isBad = false }: DeltaProps) {
  const change = before === 0 ? 0 : now / before - 1;
  if (Math.abs(change) < 0.005) return null;
  const isMore = change > 0;
  const amount = percent.format(Math.abs(change));
  const words = fill(isMore ? texts.moreThan : texts.lessThan, { amount, days: String(days) });
  return (
    <span class={`delta ${isMore === isBad ? 'bad' : 'good'}`} title={words}>
      <span aria-hidden="true">
        <Icon name={isMore ? 'rise' : 'fall'} />
        {amount}
      </span>
      <span class="unseen">{words}</span>
    </span>
  );
}
