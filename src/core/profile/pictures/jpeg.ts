interface Jpeg {
  readonly width: number;
  readonly height: number;
  /** Reassembles a still picture from its segments. */
  readonly bytes: Buffer;
}

const START = Buffer.from('ffd8', 'hex');
const END = Buffer.from('ffd9', 'hex');
const SCAN = 0xda;
/** Baseline, extended and progressive frames, which browsers show. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Tables and the restart interval. */
const TABLES = [0xdb, 0xc4, 0xdd];
/** Comments and application data, such as where a photograph was taken. */
const isExtra = (marker: number): boolean => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
/** The colour transform, without which browsers show some pictures in wrong colours. */
const isColorTransform = (segment: Buffer): boolean =>
  segment[1] === 0xee && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe';

/** Markers, most with a length and data (ITU-T T.81, B.1.1). Drops extras; rejects unknown segments. */
export function parseJpeg(bytes: Buffer): Jpeg | undefined {
  if (!bytes.subarray(0, 2).equals(START)) return undefined;
  const parts: Buffer[] = [START];
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) {
      const whole = Buffer.concat([...parts, END]);
      return size && hasScan ? { ...size, bytes: whole } : undefined;
    }
    if (at + 4 > bytes.length) return undefined;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    const isFrame = FRAMES.includes(marker);
    // A second frame could have another size than the first.
    if (end > bytes.length || (isFrame && (size || end - at < 10)) || (marker === SCAN && !size)) return undefined;
    if (isFrame) size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker === SCAN) {
      end = endOfScan(bytes, end);
      hasScan = true;
    }
    const segment = bytes.subarray(at, end);
    if (isFrame || marker === SCAN || TABLES.includes(marker) || isColorTransform(segment)) parts.push(segment);
    else if (!isExtra(marker)) return undefined;
    at = end;
  }
  return undefined;
}

/** Coded data ends at a marker that is neither an escaped 0xff nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
