import { DEFAULT_SCOPES } from '../../../config/declare-setting.ts';
import { SETTING_GROUPS, SETTING_SOURCES } from '../../../config/settings-in-force.ts';
import { done } from '../../../http/envelope.ts';
import { boolean, list, named, nullableString, object, oneOf, string, text } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';

const Settings = named(
  'Settings',
  object({
    file: nullableString({ description: 'The file that settings were read from, besides the environment.' }),
    settings: list(
      object({
        name: string({ examples: ['PORT'] }),
        group: oneOf(SETTING_GROUPS),
        about: string(),
        value: nullableString({
          description: 'The value in force, without passwords; null if there is none or it is a secret.',
        }),
        is_secret: { ...boolean(), description: 'Its value is never shown.' },
        source: oneOf(SETTING_SOURCES),
        default: text('In words, in English.'),
        default_values: {
          ...list(object({ scope: oneOf(DEFAULT_SCOPES), value: nullableString() })),
          description:
            'The default, and those that differ in production or with `PROFILE=hardened`; null if there is none. ' +
            'Empty if only words can describe it.',
        },
        required_in_production: boolean(),
        unless_set: {
          ...list(string()),
          description: 'Settings, any of which makes this one unnecessary in production.',
        },
        is_default: { ...boolean(), description: 'Whether the value is the default.' },
      }),
    ),
  }),
);

export const adminListSettings = adminOperation(
  {
    id: 'adminListSettings',
    summary: 'List settings',
    description: 'With the source of each value. Secrets are hidden.',
    tag: 'Administration: system',
    message: 'Settings retrieved successfully',
    answers: Settings,
  },
  async ({ services: { system } }) => done({ file: system.settings.file ?? null, settings: system.settings.all }),
);
