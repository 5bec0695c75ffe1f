// Reads a picture's first bytes before anything decodes it.
import { limits } from '@amber/proto/limits';
import { isSafeToDecode, type PictureInfo, readPictureInfo } from '@amber/proto/pictureInfo';

/** The picture in `blob`, null where there is none or none that is safe to show. */
export async function readPicture(blob: Blob): Promise<PictureInfo | null> {
  const head = readPictureInfo(await blob.slice(0, limits.pictureHeadMax).arrayBuffer());
  return head && isSafeToDecode(head) ? head : null;
}
