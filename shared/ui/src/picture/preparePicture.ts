// Encodes a whole picture for sending: scaled down to the largest shown size, without metadata.
import { Fault } from '@amber/proto/faults';
import { openPicture } from './openPicture.ts';

export interface PreparedPicture {
  file: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Prepares a picture for upload. @throws Fault PICTURE_FORMAT, PICTURE_TOO_BIG, PICTURE_BROKEN. */
export async function preparePicture(picture: Blob): Promise<PreparedPicture> {
  const opened = await openPicture(picture);
  const { width, height } = opened;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')!.drawImage(opened, 0, 0);
  opened.close();
  // Browsers that cannot encode WebP return a PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.88));
  if (!blob) throw new Fault('PICTURE_BROKEN');
  return { file: new Uint8Array(await blob.arrayBuffer()), width, height };
}
