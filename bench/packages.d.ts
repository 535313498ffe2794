/**
 * The parts of bench/'s own packages that are used here, so that type-checking the project does not need them
 * installed.
 */
declare module 'autocannon' {
  export interface CannonRequest {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: CannonRequest) => CannonRequest;
  }
  export interface CannonClient {
    setRequests(requests: CannonRequest[]): void;
  }
  export interface CannonResult {
    readonly duration: number;
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    timeout?: number;
    sampleInt?: number;
    ignoreCoordinatedOmission?: boolean;
    overallRate?: number;
    setupClient: (client: CannonClient) => void;
  }): Promise<CannonResult>;
}

declare module 'better-auth' {
  export interface BetterAuthOptions {
    readonly database: unknown;
    readonly secret: string;
    readonly baseURL: string;
    readonly telemetry: { readonly enabled: boolean };
    readonly rateLimit: { readonly enabled: boolean };
    readonly logger: { readonly disabled: boolean };
    readonly emailAndPassword: {
      readonly enabled: boolean;
      readonly password: {
        hash(password: string): Promise<string>;
        verify(attempt: { hash: string; password: string }): Promise<boolean>;
      };
    };
  }
  export interface BetterAuth {
    readonly options: BetterAuthOptions;
  }
  export function betterAuth(options: BetterAuthOptions): BetterAuth;
}

declare module 'better-auth/node' {
  import type { RequestListener } from 'node:http';
  import type { BetterAuth } from 'better-auth';
  export function toNodeHandler(auth: BetterAuth): RequestListener;
}

declare module 'better-auth/db/migration' {
  import type { BetterAuthOptions } from 'better-auth';
  export function getMigrations(options: BetterAuthOptions): Promise<{ runMigrations(): Promise<void> }>;
}

declare module 'fastify' {
  export interface Fastify {
    get(path: string, options: { schema: object }, answer: () => Promise<object>): void;
    listen(address: { host: string; port: number }): Promise<string>;
  }
  export default function fastify(): Fastify;
}
