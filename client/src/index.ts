export type { Answer, AnswerOf, CallArguments, Given, Route } from './call-types.ts';
export { type Client, type ClientOptions, createClient, type StepUp } from './client.ts';
export type { TokenStorage } from './kept-tokens.ts';
export { LatchkeyError } from './latchkey-error.ts';
export type * from './operations.ts';
export type { EndReason, FullUser, Proof, SessionEvents, Tokens, User } from './session-types.ts';
export { memoryStorage, type SyncStorage } from './token-store.ts';
