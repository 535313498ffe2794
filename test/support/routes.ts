import { ROUTES as NOT_LOADED } from '../../src/app/routes.ts';
import { loadRoutes } from '../../src/operations/route.ts';

/** Every operation of the interface, loaded. */
export const ROUTES = await loadRoutes(NOT_LOADED);
