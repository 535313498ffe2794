import type { User } from '../session.ts';
import { address } from './address.ts';
import { authenticator } from './authenticator.ts';
import type { Block } from './block.ts';
import { deletion } from './deletion.ts';
import { devices } from './devices.ts';
import { exported } from './exported.ts';
import { passkeys } from './passkeys.ts';
import { password } from './password.ts';
import { profile } from './profile.ts';

/** Every block of the account page; which of them the page has is decided by the server. */
const ALL: readonly Block[] = [profile, password, passkeys, authenticator, devices, address, exported, deletion];

const blocks = ALL.filter(({ id }) => document.getElementById(`${id}-block`) !== null);

export function startBlocks(): void {
  for (const block of blocks) block.start?.();
}

export function showInBlocks(user: User, isSame: boolean): void {
  for (const block of blocks) block.show?.(user, isSame);
}
