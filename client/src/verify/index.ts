export { guardExpress, guardFastify, guardHttp, verifyAuthorization } from './adapters.ts';
export { type RefusalCode, TokenRefused } from './token-refused.ts';
export { type AccessClaims, createVerifier, type Needs, type Verifier, type VerifierOptions } from './verifier.ts';
