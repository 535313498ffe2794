import { usersCommand } from '../../src/cli/users.ts';
import type { Service } from './service.ts';

/** What `latchkey users suspend` does, on the database of a service that runs in this process. */
export const suspend = (service: Service, email: string) => usersCommand(service.db, ['suspend', email], () => {});

export const reinstate = (service: Service, email: string) => usersCommand(service.db, ['reinstate', email], () => {});

/** There is no operation that removes a user yet; the database can. */
export const removeUser = (service: Service, id: number) => service.db.one('DELETE FROM users WHERE id = $1', [id]);
