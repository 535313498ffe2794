import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: nothing to guess, so a plain hash is enough to keep a stolen database useless. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (value: string): string => createHash('sha256').update(value).digest('base64url');
