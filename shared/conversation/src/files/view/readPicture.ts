// Reads a picture's first bytes before anything decodes it.
import { limits } from '@amber/proto/limits';
import { isSafe, type PictureHead, readHead } from '@amber/proto/pictureHead';

/** The picture in `blob`, null where there is none or none that is safe to show. */
export async function readPicture(blob: Blob): Promise<PictureHead | null> {
  const head = readHead(await blob.slice(0, limits.pictureHeadMax).arrayBuffer());
  return head && isSafe(head) ? head : null;
}
