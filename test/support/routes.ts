import { loadRoutes } from '../../src/api/route.ts';
import { ROUTES as NOT_LOADED } from '../../src/app/routes.ts';

/** Every operation of the interface, loaded. */
export const ROUTES = await loadRoutes(NOT_LOADED);
