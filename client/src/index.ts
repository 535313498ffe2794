export type { Answer, AnswerOf, CallArguments, Given, Route } from './call-types.ts';
export { type Client, type ClientOptions, createClient, type StepUp } from './client.ts';
export { LatchkeyError } from './latchkey-error.ts';
export type * from './operations.ts';
export type { EndReason, Proof, SessionEvents, Tokens, User } from './session-types.ts';
export { memoryStorage, type TokenStorage } from './token-store.ts';
