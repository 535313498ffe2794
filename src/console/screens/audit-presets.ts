import { common } from './texts.ts';

const { presets: texts } = common;

/** Frequent filters. The API accepts at most ten events. */
export const PRESETS = [
  {
    label: texts.failures,
    values: {
      event:
        'login_failed,login_code_failed,throttled,second_factor_failed,codes_refused,passkey_failed,' +
        'reauthentication_failed,refresh_reused',
      actor: '',
    },
  },
  { label: texts.administrators, values: { event: '', actor: 'any' } },
  { label: texts.signups, values: { event: 'registered,verified,invited,declined,unverified_removed', actor: '' } },
  {
    label: texts.passwords,
    values: { event: 'password_changed,password_change_failed,reset_asked,reset_done', actor: '' },
  },
  {
    label: texts.factors,
    values: {
      event:
        'totp_added,totp_removed,recovery_codes_made,recovery_code_used,second_factor_reset,' +
        'passkey_added,passkey_removed',
      actor: '',
    },
  },
];
