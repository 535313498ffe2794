import { type Method, type Reply, refusal } from '../api.ts';
import { request, type User } from '../session.ts';

let owner: User | undefined;

/** Whose account the page shows. */
export const currentOwner = (): User | undefined => owner;

/** Whether an account is that of the user who looks at the page. */
export const isOwn = (id: number): boolean => owner?.id === id;

export function setOwner(user: User): void {
  owner = user;
}

/**
 * A request on behalf of the user whom the page shows, and of nobody else, should somebody have logged in meanwhile.
 */
export const requestAsOwner = async (method: Method, path: string, body?: object): Promise<Reply> =>
  owner ? request(owner, method, path, body) : refusal('session_ended');
