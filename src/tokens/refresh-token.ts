import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. They cannot be guessed, so a fast hash without salt is enough to make the tokens in a stolen database useless. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (value: string): string => hash('sha256', value, 'base64url');
