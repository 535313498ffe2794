import type { Logger } from 'pino';
import type { Schema } from '../api/json-schema.ts';
import type { Route } from '../api/route.ts';
import type { Services, SharedServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import type { Features } from '../config/features.ts';
import type { Proven } from '../core/sign-in/begin-session.ts';
import type { ErrorDeclaration } from '../declare/error.ts';
import type { GuardedFetch } from '../deliveries/guarded-fetch.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Body } from '../http/json-body.ts';
import type { HttpRequest } from '../http/request.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import type { Requester } from '../lib/requester.ts';
import type { Timers } from '../lib/timers.ts';
import type { MailedCodes } from '../mail/compose.ts';
import type { EventCounts } from '../monitoring/event-counts.ts';
import type { Family } from '../monitoring/prometheus-text.ts';
import type { PageSettings } from '../pages/page-endpoints.ts';
import type { SharedStore } from '../store/commit.ts';
import type { Reads } from '../store/engine/database.ts';
import type { User } from '../store/tables/user.ts';

export interface FeatureParts {
  readonly config: Config;
  readonly dataKeys: DataKeys;
  readonly signingKeys: SigningKeyRing;
  readonly nowMs: () => number;
  readonly timers: Timers;
  /** FRONTEND_URL, or the service's own address, which is known once it listens. */
  readonly frontendUrl: () => string;
  readonly log: Logger;
  /** Used only in tests: reaches stand-ins for login providers. */
  readonly providerFetch?: GuardedFetch | undefined;
}

export interface RunningParts extends FeatureParts {
  readonly services: SharedServices;
}

/** A proof that replaces the password at `POST /api/reauthenticate`: a member of its body. */
interface Proof {
  readonly member: string;
  readonly schema: Schema;
  readonly errors: readonly ErrorDeclaration[];
  /** Returns undefined if it was not sent. */
  readonly prove: (services: Services, body: Body, sender: SessionOwner) => Promise<Proven | undefined>;
}

export interface SessionOwner {
  readonly user: User;
  readonly sessionId: string;
  readonly requester: Requester;
}

/** What the test server adds. */
export interface TestParts {
  readonly services: SharedServices;
  /** The address of the API. */
  readonly url: () => string;
  /** Begins a session of the account that a body names. Returns the access token. */
  readonly logIn: (request: HttpRequest, body: Body) => Promise<string>;
}

/** What the test server needs of a feature, even while it is off. */
interface FeatureForTests {
  readonly endpoints: (parts: TestParts) => readonly Endpoint[];
  /** Part of the test setup: a reset keeps their rows. */
  readonly keptTables: readonly string[];
  /** Whether it tells the time by `Date.now` alone. */
  readonly readsGlobalClock: boolean;
}

/** Stops what a feature has started. */
type Stop = () => void | Promise<void>;

/** The code of an optional feature. Its rows of tables are in its `declared.ts`. */
export interface Feature {
  readonly name: keyof Features;
  readonly routes: readonly Route[];
  /** Operations that exist even while the feature is off. */
  readonly always?: readonly Route[];
  readonly services?: (parts: FeatureParts & { readonly db: SharedStore }) => Partial<SharedServices>;
  readonly mailedCodes?: (parts: FeatureParts) => MailedCodes;
  readonly proof?: Proof;
  /** Its endpoints that are no operations, while it is on. */
  readonly endpoints?: (parts: RunningParts & { readonly pages: PageSettings | undefined }) => readonly Endpoint[];
  /** In development, the error at addresses that exist only while it is on. */
  readonly whenOff?: { readonly paths: ReadonlySet<string>; readonly error: ErrorDeclaration };
  /** Runs once the service listens, while it is on. */
  readonly started?: (parts: RunningParts) => Promise<Stop | undefined>;
  /** Its counters since startup, even while it is off. */
  readonly forTests?: FeatureForTests;
  readonly metrics?: (services: SharedServices, events: EventCounts) => readonly Family[];
  /** The state of its tables, even while it is off. */
  readonly gauges?: (db: Reads) => Promise<readonly Family[]>;
}
