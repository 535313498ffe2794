import type { Features } from '../config/features.ts';
import type { Method } from '../http/endpoint.ts';
import type { Operation } from './operation.ts';

export interface Route<Verb extends Method = Method, Path extends string = string, One extends Operation = Operation> {
  readonly method: Verb;
  readonly path: Path;
  /** Resolves at once after the first call. */
  readonly load: () => Promise<One>;
  /** The operation exists only if all of these features are on. */
  readonly features?: readonly (keyof Features)[];
  /** The feature without which the operation only refuses, and the reference omits it. */
  readonly listedWith?: keyof Features;
  /** Whether the operation belongs to the administration, which ADMIN_PORT serves alone if it is set. */
  readonly isAdministration?: boolean;
}

export type LoadedRoute = Route & { readonly operation: Operation };

export const route = <Verb extends Method, Path extends string, One extends Operation>(
  method: Verb,
  path: Path,
  operation: One,
): Route<Verb, Path, One> => ({ method, path, load: () => Promise.resolve(operation) });

/**
 * An operation that the service does not need at startup: it is loaded soon afterwards (app/load-after-start.ts), or on
 * its first request. Its file has no other export.
 */
export const lazy = <Verb extends Method, Path extends string, One extends Operation>(
  method: Verb,
  path: Path,
  file: () => Promise<Readonly<Record<string, One>>>,
): Route<Verb, Path, One> => ({ method, path, load: async () => Object.values(await file())[0] as One });

/** The operations of an optional feature: `...feature('openId', [route(…), …])`. */
export const feature = <One extends Route>(name: keyof Features, routes: readonly One[]): One[] =>
  routes.map((route) => ({ ...route, features: [...(route.features ?? []), name] }));

/** An operation of the administration, by the file of its resource. */
export const admin = <
  Verb extends Method,
  Path extends string,
  Name extends string,
  File extends Readonly<Record<Name, Operation>>,
>(
  method: Verb,
  path: Path,
  file: () => Promise<File>,
  name: Name,
): Route<Verb, Path, File[Name]> => ({ method, path, load: async () => (await file())[name], isAdministration: true });

/** Loads the operations of routes, for example to build the OpenAPI document. */
export const loadRoutes = (routes: readonly Route[]): Promise<LoadedRoute[]> =>
  Promise.all(routes.map(async (route) => ({ ...route, operation: await route.load() })));

/** Leaves out disabled features. They are not in the router either, so every method of their paths answers 404. */
export const enabledRoutes = <R extends Route>(routes: readonly R[], features: Features): R[] =>
  routes.filter((route) => (route.features ?? []).every((name) => features[name]));
