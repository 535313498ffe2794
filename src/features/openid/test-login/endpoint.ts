import { type Endpoint, jsonEnvelope } from '../../../http/endpoint.ts';
import { success } from '../../../http/envelope.ts';
import type { TestParts } from '../../feature.ts';

export const loginAtAppEndpoint = (parts: TestParts): Endpoint => ({
  method: 'POST',
  path: '/test/logins',
  async answer(request) {
    const { logInAtApp } = await import('./log-in-at-app.ts');
    return jsonEnvelope(success('Logged in at the app', await logInAtApp(request, parts)).body, 201);
  },
});
