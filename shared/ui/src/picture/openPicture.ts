// Opens a picture file on this device: validated before it is decoded, and scaled down to what the screen can use.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { isSafeToDecode, readPictureInfo } from '@amber/proto/pictureInfo';

/** Twice the stored size, so that zooming in does not blur. */
const sideMax = 2_048;

/** Some browsers can decode HEIC, which the gateway cannot; the cropped result is sent in another format. */
const isHeic = (file: Blob): boolean => /^image\/hei[cf]$/.test(file.type);

/** Decodes a picture file. @throws Fault PICTURE_FORMAT, PICTURE_TOO_BIG, PICTURE_BROKEN. */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  const head = readPictureInfo(await file.slice(0, limits.pictureHeadMax).arrayBuffer());
  if (!head && !isHeic(file)) throw new Fault('PICTURE_FORMAT');
  if (head && !isSafeToDecode(head)) throw new Fault('PICTURE_TOO_BIG');
  const whole = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Fault(head ? 'PICTURE_BROKEN' : 'PICTURE_FORMAT', { cause });
  });
  const { width, height } = whole;
  const factor = sideMax / Math.max(width, height);
  if (factor >= 1) return whole;
  try {
    return await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(width * factor)),
      resizeHeight: Math.max(1, Math.round(height * factor)),
      resizeQuality: 'high',
    });
  } finally {
    whole.close();
  }
}
