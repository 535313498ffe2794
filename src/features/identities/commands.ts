import type { FeatureCommands } from '../../cli/framework/feature-commands.ts';

export const identities: FeatureCommands = {
  checks: { providers: async (context) => (await import('./provider-checks.ts')).checkProviders(context) },
  importedLogins: () => import('./imported-logins.ts'),
};
