import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A PNG of one colour, with its alpha. */
export function pngOf(width: number, height: number, rgba: readonly [number, number, number, number]): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => rgba).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes of each pixel, row by row. */
  readonly data: Uint8Array;
}

/** Of a screenshot: eight bits for each colour, not interlaced. */
export function pixelsOf(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png.readUInt8(25)];
  if (!channels || png.readUInt8(24) !== 8 || png.readUInt8(28) !== 0) throw new Error('another kind of PNG');
  const compressed: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      compressed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const lines = inflateSync(Buffer.concat(compressed));
  const length = width * channels;
  const data = new Uint8Array(width * height * 4).fill(255);
  let above = new Uint8Array(length);
  for (let y = 0; y < height; y += 1) {
    const start = y * (length + 1);
    const line = Uint8Array.from(lines.subarray(start + 1, start + 1 + length));
    const predict = predictorOf(lines[start] ?? 0);
    for (let at = 0; at < length; at += 1) {
      const [left, up, corner] = [line[at - channels] ?? 0, above[at] ?? 0, above[at - channels] ?? 0];
      line[at] = (line[at] ?? 0) + predict(left, up, corner);
    }
    for (let at = 0; at < length; at += 1)
      data[(y * width + Math.floor(at / channels)) * 4 + (at % channels)] = line[at] ?? 0;
    above = line;
  }
  return { width, height, data };
}

/** The filters of a line, by their numbers in the PNG specification. */
function predictorOf(filter: number): (left: number, up: number, corner: number) => number {
  const predictors = [
    () => 0,
    (left: number) => left,
    (_: number, up: number) => up,
    (left: number, up: number) => (left + up) >> 1,
    paeth,
  ];
  const predictor = predictors[filter];
  if (!predictor) throw new Error(`a PNG has no filter ${filter}`);
  return predictor;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [number, number, number];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
