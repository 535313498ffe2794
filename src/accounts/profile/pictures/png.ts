import type { ParsedPicture } from './picture.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The chunks of a still picture. Texts, times and camera data are dropped. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

/** Each chunk has a length, a type, data and a checksum (https://www.w3.org/TR/png-3/#5Chunk-layout). */
export function parsePng(bytes: Buffer): ParsedPicture | undefined {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return undefined;
  const parts: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (type === 'IHDR') !== (at === 8)) return undefined;
    if (type === 'IHDR') {
      if (end - at !== 25) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (KEPT.includes(type)) parts.push(bytes.subarray(at, end));
    else if (isCritical(type)) return undefined;
    if (type === 'IEND' && end - at !== 12) return undefined;
    if (type === 'IEND') return size && { contentType: 'image/png', ...size, bytes: Buffer.concat(parts) };
    at = end;
  }
  return undefined;
}
