// Reads the header of a picture before anything decodes it.
import { limits } from '@amber/proto/limits';
import { isSafeToDecode, type PictureInfo, readPictureInfo } from '@amber/proto/pictureInfo';

/** Returns the type and size of the picture in `blob`, or null if it is not a picture or not safe to show. */
export async function readPicture(blob: Blob): Promise<PictureInfo | null> {
  const head = readPictureInfo(await blob.slice(0, limits.pictureHeadMax).arrayBuffer());
  return head && isSafeToDecode(head) ? head : null;
}
