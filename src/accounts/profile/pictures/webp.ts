import type { ParsedPicture } from './picture.ts';

type Size = { readonly width: number; readonly height: number };

/** RIFF with chunks (RFC 9649). Still pictures only; camera data, colour profiles and unknown chunks are dropped. */
export function parseWebp(bytes: Buffer): ParsedPicture | undefined {
  if (bytes.length < 12 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const endOfFile = 8 + bytes.readUInt32LE(4);
  if (endOfFile > bytes.length) return undefined;
  const parts: Buffer[] = [];
  let canvas: Size | undefined;
  let size: Size | undefined;
  for (let at = 12; at + 8 <= endOfFile; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > endOfFile) return undefined;
    const type = textAt(bytes, at);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (type === 'VP8X' && length === 10 && parts.length === 0) {
      canvas = { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
      // Of the announced features, only transparency is kept.
      chunk.writeUInt32LE((chunk[8] ?? 0) & 0x10, 8);
      parts.push(chunk);
    } else if (type === 'ALPH' && canvas && !size) parts.push(chunk);
    else if ((type === 'VP8 ' || type === 'VP8L') && !size) {
      size = type === 'VP8 ' ? lossySize(chunk) : losslessSize(chunk);
      parts.push(chunk);
    } else if (['VP8X', 'ALPH', 'VP8 ', 'VP8L', 'ANIM', 'ANMF'].includes(type)) return undefined;
    at = end;
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return undefined;
  return { contentType: 'image/webp', ...size, bytes: riffOf(parts) };
}

const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

/** Width and height of 14 bits each, after the start code of a key frame. */
const lossySize = (chunk: Buffer): Size | undefined =>
  chunk.length >= 18 && chunk.toString('hex', 11, 14) === '9d012a'
    ? { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
    : undefined;

/** Width and height minus one, after the signature. */
function losslessSize(chunk: Buffer): Size | undefined {
  if (chunk.length < 13 || chunk[8] !== 0x2f) return undefined;
  const bits = chunk.readUInt32LE(9);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function riffOf(chunks: readonly Buffer[]): Buffer {
  const whole = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
