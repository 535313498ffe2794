export interface ParsedPicture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Reassembled from the parts that make up a still picture. */
  readonly bytes: Buffer;
}
