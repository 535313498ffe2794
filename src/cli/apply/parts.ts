import { FEATURE_COMMANDS } from '../../features/commands.ts';
import type { ApplyPart } from '../framework/apply-part.ts';

/** The members of the file, in the order in which they are applied. */
export const APPLY_PARTS: readonly ApplyPart[] = [
  ...FEATURE_COMMANDS.flatMap(({ applied = [] }) => applied),
  {
    member: 'administrators',
    example: '["ada@example.com"]',
    details: ['administrators   accounts with these addresses, once they are verified, become ADMIN'],
    load: async () => (await import('./administrator-steps.ts')).readAdministrators,
  },
  {
    member: 'brand',
    example: '{"product_name": "Example", "color": "#0b7a75"}',
    details: [
      'brand            product_name, color, support_email, logo_url, logo_dark_url, favicon_url, terms_url, ' +
        'privacy_url:',
      '                 settings, which you write yourself: differences are listed, with exit code 1',
    ],
    load: async () => (await import('./brand.ts')).readBrand,
  },
];
