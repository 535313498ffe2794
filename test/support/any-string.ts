import fc from 'fast-check';

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;
const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0, max: 0x10ffff }).filter((point) => !isSurrogate(point)),
);

/**
 * Strings of all code points. `fc.string({ unit: 'binary' })` makes the same, but first a table of all of them, which
 * takes a second.
 */
export const anyString = (constraints: fc.ArrayConstraints = {}): fc.Arbitrary<string> =>
  fc.array(codePoint, constraints).map((points) => String.fromCodePoint(...points));
