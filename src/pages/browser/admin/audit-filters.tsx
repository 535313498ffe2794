import { choicesOf, Options } from '../components/options.tsx';
import { FilterChips, FilterDay, FilterSelect } from './components/filters.tsx';
import type { Address } from './components/use-list.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('audit');

/** Events that are looked for together: at most ten, which is what the interface takes. */
const GROUPS = [
  {
    label: texts.failures,
    value:
      'login_failed,throttled,second_factor_failed,codes_refused,passkey_failed,reauthentication_failed,refresh_reused',
  },
  { label: texts.signups, value: 'registered,verified,declined,unverified_removed' },
  { label: texts.passwords, value: 'password_changed,password_change_failed,reset_asked,reset_done' },
  {
    label: texts.factors,
    value:
      'totp_added,totp_removed,recovery_codes_made,recovery_code_used,second_factor_reset,passkey_added,passkey_removed',
  },
];

const EVENTS = choicesOf(textsOf('events')).sort((one, other) =>
  one.label.localeCompare(other.label, document.documentElement.lang),
);

export const AuditFilters = ({ address }: { readonly address: Address }) => (
  <>
    <FilterSelect address={address} name="event" label={texts.event}>
      <option value="">{texts.anyEvent}</option>
      <optgroup label={texts.groups}>
        <Options choices={GROUPS} />
      </optgroup>
      <optgroup label={texts.each}>
        <Options choices={EVENTS} />
      </optgroup>
    </FilterSelect>
    <FilterChips
      address={address}
      name="actor"
      label={texts.who}
      choices={[
        { value: '', label: texts.anyone },
        { value: 'any', label: texts.administrators },
      ]}
    />
    <div class="filter-days">
      <FilterDay address={address} name="from" label={texts.from} />
      <FilterDay address={address} name="to" label={texts.to} />
    </div>
  </>
);
