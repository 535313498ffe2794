import { pngOf } from './png.ts';

/** Squares of 16 pixels, as a browser wrote them. */
const SQUARES = {
  jpeg: [
    '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARwe',
    'HigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABADASIAAhEB',
    'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEA',
    'AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYACs//9k=',
  ],
  lossy: ['UklGRkYAAABXRUJQVlA4WAoAAAAAAAAADwAADwAAVlA4ICgAAABwAQCdASoQABAABABoJaACdAFAAAD+5AF1xc2RFH/xDn8uX8QV/AAA'],
  alpha: [
    'UklGRoIAAABXRUJQVlA4WAoAAAAQAAAADwAADwAAQUxQSBkAAAABDzD/ERGCTNpGQv27nINeZRYi+j8BJntMAFZQOCBCAAAA8AEAnQEq',
    'EAAQAAQAaCWwAnQ9//JQAiYAAP7kAWsUERxs0stBDq+n7TSt+qoMf2KmFNZ0ffwyq6dIQ+y6mN83o4AA',
  ],
  lossless: ['UklGRkAAAABXRUJQVlA4WAoAAAAQAAAADwAADwAAVlA4TCIAAAAvD8ADEA8wM8M8M/Mf8CCTtpEw/y7nINeYhYj+jwNA+swH'],
} as const;

const ofLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'base64');

/** Small pictures of each kind that the service keeps. */
export const PICTURES = {
  png: pngOf(16, 16, [204, 51, 51, 255]),
  jpeg: ofLines(SQUARES.jpeg),
  webp: ofLines(SQUARES.lossy),
  'webp with transparency': ofLines(SQUARES.alpha),
  'lossless webp': ofLines(SQUARES.lossless),
} as const;

/** As it is sent. */
export const imageOf = (bytes: Buffer): { readonly image: string } => ({ image: bytes.toString('base64') });
