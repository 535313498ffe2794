import { loadRoutes, ROUTES as NOT_LOADED } from '../../src/operations/routes.ts';

/** Every operation of the interface, loaded. */
export const ROUTES = await loadRoutes(NOT_LOADED);
