import type { FeatureCommands } from '../cli/framework/feature-commands.ts';
import { apiKeys } from './api-keys/commands.ts';
import { identities } from './identities/commands.ts';
import { invitations } from './invitations/commands.ts';
import { openId } from './openid/commands.ts';

/** What the optional features add to the command line. The app does not read this list. */
export const FEATURE_COMMANDS: readonly FeatureCommands[] = [openId, apiKeys, identities, invitations];
