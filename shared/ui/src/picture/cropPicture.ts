// Encodes the part of a picture that the crop frame shows.
import { pictureSizes } from '@amber/proto/publicPictures';
import { Fault } from '@amber/proto/faults';
import { draw, scaleOf, type Size, type CropView } from './crop.ts';

export type Shape = 'round' | 'wide';

/** The ratio of width to height. */
const aspects = { round: 1, wide: 3 } as const satisfies Record<Shape, number>;

/** Returns the size of a frame of this shape and width. */
export const frameSize = (width: number, shape: Shape): Size => ({ width, height: width / aspects[shape] });

/** Crops and encodes the picture. @throws Fault PICTURE_BROKEN when this browser cannot encode it. */
export async function cropPicture(picture: ImageBitmap, view: CropView, shape: Shape): Promise<Uint8Array> {
  const unit = frameSize(1, shape);
  // The result is not larger than the cropped part, because upscaling adds no detail.
  const shown = 1 / scaleOf(picture, unit, view);
  const frame = frameSize(Math.max(aspects[shape], Math.min(shown, pictureSizes.at(-1)!)), shape);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(frame.width), Math.round(frame.height)];
  draw(canvas.getContext('2d')!, picture, view, scaleOf(picture, canvas, view));
  const blob = await new Promise<Blob | null>((resolve) => {
    // Browsers that cannot encode WebP return a PNG.
    canvas.toBlob(resolve, 'image/webp', 0.92);
  });
  if (!blob) throw new Fault('PICTURE_BROKEN');
  return new Uint8Array(await blob.arrayBuffer());
}
