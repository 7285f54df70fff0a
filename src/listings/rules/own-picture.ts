import { IMAGE_NAME } from './event-document.js';

const IMAGE = Buffer.from(IMAGE_NAME);
const QUOTE = 0x22;
const SLASH = 0x2f;

/**
 * Where the service's address goes before the path of its own picture; −1: the document that begins at `from` has none.
 *
 * @param code where the document's mark of the partner's code is, behind the picture.
 */
export function ownPictureAt(bytes: Buffer, from: number, code: number): number {
  const name = bytes.indexOf(IMAGE, from);
  const value = name + IMAGE.length;
  const isOwn = name !== -1 && name < code && bytes[value] === QUOTE && bytes[value + 1] === SLASH;
  return isOwn ? value + 1 : -1;
}
