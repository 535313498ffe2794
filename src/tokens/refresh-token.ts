import { hash, randomBytes } from 'node:crypto';

/** 256 random bits: nothing to guess, so a plain hash is enough to keep a stolen database useless. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (value: string): string => hash('sha256', value, 'base64url');
