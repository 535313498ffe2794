/** A grey square of 16 pixels, as a browser wrote it. */
const SQUARE = [
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARwe',
  'HigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABADASIAAhEB',
  'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEA',
  'AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYACs//9k=',
];

/** A small picture that the service keeps. */
export const PICTURE = Buffer.from(SQUARE.join(''), 'base64');
/** Where its frame begins, which states the size. */
export const FRAME_AT = PICTURE.indexOf(Buffer.from('ffc0', 'hex'));

/** A picture that claims another size. The service never decodes it. */
export function pictureOf(width: number, height: number): Buffer {
  const picture = Buffer.from(PICTURE);
  picture.writeUInt16BE(height, FRAME_AT + 5);
  picture.writeUInt16BE(width, FRAME_AT + 7);
  return picture;
}

/** As it is sent. */
export const imageOf = (bytes: Buffer): { readonly image: string } => ({ image: bytes.toString('base64') });
