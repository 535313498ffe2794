import { named, object, token } from '../../api/json-schema.ts';

export const loginRequestMember = token({
  description: 'From `POST /api/login/email`; valid for ten minutes.',
  examples: ['Zm9yLWRvY3VtZW50YXRpb24tb25seS0wMTIzNDU2Nzg'],
});
export const LoginRequest = named('LoginRequest', object({ request: loginRequestMember }));
