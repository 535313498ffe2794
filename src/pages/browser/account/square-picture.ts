import { MAX_PICTURE_BYTES, PICTURE_TYPE } from '../../../core/profile/pictures/picture.ts';

/** Twice the size that pages show, for sharp displays. */
const SIDE = 256;
/** A larger file is not a photograph, and decoding it could exhaust memory. */
const MAX_FILE_BYTES = 30 * 1024 * 1024;
const QUALITIES = [0.9, 0.75, 0.6, 0.45, 0.3];

/**
 * Returns the middle of a picture as a small square in base64. Redraws it, so that other data in the file, such as its
 * location, stays on the device. Undefined if the browser cannot read the file as a picture.
 */
export async function squarePicture(file: File): Promise<string | undefined> {
  if (file.size > MAX_FILE_BYTES) return undefined;
  // Applies the camera's orientation. Throws for SVG and files that are not pictures.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = drawSquare(picture);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality);
    if (blob && blob.size <= MAX_PICTURE_BYTES) return toBase64(new Uint8Array(await blob.arrayBuffer()));
  }
  return undefined;
}

function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const side = Math.min(picture.width, picture.height);
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  // JPEG has no transparency, which would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, PICTURE_TYPE, quality));

const toBase64 = (bytes: Uint8Array): string =>
  btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
