import { type Method, type Reply, refusal } from '../api.ts';
import { request, type User } from '../session.ts';

let owner: User | undefined;

/** The user whose account the page shows. */
export const currentOwner = (): User | undefined => owner;

/** True for the account of the user who looks at the page. */
export const isOwn = (id: number): boolean => owner?.id === id;

export function setOwner(user: User): void {
  owner = user;
}

/** A request for the user shown on the page, and no other who may have logged in meanwhile. */
export const requestAsOwner = async (method: Method, path: string, body?: object): Promise<Reply> =>
  owner ? request(owner, method, path, body) : refusal('session_ended');
