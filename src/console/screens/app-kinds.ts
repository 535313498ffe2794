import type { Client } from './answers.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('apps');

/** The API calls apps clients, as OAuth does. */
export const CLIENTS = '/api/admin/clients';

export type AppKind = keyof typeof texts.kinds;

export const kindOf = ({ type, native }: Pick<Client, 'type' | 'native'>): AppKind => (native ? 'native' : type);
