export type { Answer, AnswerOf, CallArguments, Given, Route } from './call-types.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { LatchkeyError } from './latchkey-error.ts';
export type * from './operations.ts';
export type { EndReason, Proof, SessionEvents, Tokens, User } from './session-types.ts';
export type { StepUp } from './step-up.ts';
export { memoryStorage, type TokenStorage } from './token-store.ts';
