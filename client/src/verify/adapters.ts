import { TokenRefused } from './token-refused.ts';
import type { AccessClaims, Needs, Verifier } from './verifier.ts';

/** Verifies the token of an Authorization header. Throws a TokenRefused. */
export async function verifyAuthorization(
  verify: Verifier,
  authorization: string | undefined,
  needs: Needs = {},
): Promise<AccessClaims> {
  const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  try {
    if (token === undefined) throw new TokenRefused('missing_token', 'no bearer token');
    return await verify(token, needs);
  } catch (error) {
    const { resourceMetadata } = needs;
    if (resourceMetadata === undefined || !(error instanceof TokenRefused)) throw error;
    const { code, message, parameters } = error;
    throw new TokenRefused(code, message, { ...parameters, resource_metadata: resourceMetadata });
  }
}

// Minimal types of the frameworks, so that none has to be installed.
interface Request {
  readonly headers: { readonly authorization?: string | undefined };
}

interface HttpResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(body: string): unknown };
}

const JSON_BODY = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const bodyOf = ({ code, message }: TokenRefused): string => JSON.stringify({ error: code, error_description: message });

/** For `createServer` of node:http. Returns the claims, or undefined after it has sent a refusal. */
export const guardHttp =
  (verify: Verifier, needs?: Needs) =>
  async (request: Request, response: HttpResponse): Promise<AccessClaims | undefined> => {
    try {
      return await verifyAuthorization(verify, request.headers.authorization, needs);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      response.writeHead(error.status, { ...JSON_BODY, ...error.headers }).end(bodyOf(error));
      return undefined;
    }
  };

declare global {
  // The namespace that @types/express provides for middleware; empty without Express.
  namespace Express {
    interface Request {
      /** The claims of the token, set by `guardExpress`. */
      auth?: AccessClaims;
    }
  }
}

/** Express middleware: the claims are in `request.auth`. */
export const guardExpress = (verify: Verifier, needs?: Needs) => {
  const guard = guardHttp(verify, needs);
  return (
    request: Request & { auth?: AccessClaims },
    response: HttpResponse,
    next: (error?: unknown) => void,
  ): void => {
    guard(request, response).then((claims) => {
      if (!claims) return;
      request.auth = claims;
      next();
    }, next);
  };
};

interface FastifyReply {
  code(status: number): FastifyReply;
  headers(headers: Record<string, string>): FastifyReply;
  send(body: string): unknown;
}

/** A Fastify `onRequest` hook: the claims are in `request.auth`. */
export const guardFastify =
  (verify: Verifier, needs?: Needs) =>
  async (request: Request & { auth?: AccessClaims }, reply: FastifyReply): Promise<unknown> => {
    try {
      request.auth = await verifyAuthorization(verify, request.headers.authorization, needs);
      return undefined;
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply
        .code(error.status)
        .headers({ ...JSON_BODY, ...error.headers })
        .send(bodyOf(error));
    }
  };
