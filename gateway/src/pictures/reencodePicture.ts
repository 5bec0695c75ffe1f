// Decodes an untrusted picture and encodes it again in each size, so that nothing of the original file remains.
import type { Limits } from '@amber/proto/limits';
import { isSafeToDecode } from '@amber/proto/pictureInfo';
import { pictureSizes } from '@amber/proto/publicPictures';
import sharp, { type Metadata } from 'sharp';

export type PictureFault = 'PICTURE_FORMAT' | 'PICTURE_BROKEN' | 'PICTURE_TOO_BIG';
export type ReencodeResult = { sizes: Uint8Array[] } | { fault: PictureFault };

const quality = 82;

// Only formats that browsers show are allowed: no SVG, TIFF, PDF or raw data, even if a later build of the library can
// read them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((kind) => `VipsForeignLoad${kind}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

/** HEIC uses the same container as AVIF, with another codec. */
const isSupported = ({ format, compression }: Metadata): boolean =>
  ['jpeg', 'png', 'webp', 'gif'].includes(format) || (format === 'heif' && compression === 'av1');

/**
 * Returns the sizes of `pictureSizes`, smallest first, as WebP in sRGB without metadata; never larger than the
 * original.
 * An animated picture is reduced to its first frame.
 */
export async function reencodePicture(
  bytes: Uint8Array,
  { picturePixelsMax }: Pick<Limits, 'picturePixelsMax'>,
): Promise<ReencodeResult> {
  const input = { failOn: 'error', limitInputPixels: picturePixelsMax, sequentialRead: true } as const;
  try {
    const metadata = await sharp(bytes, input).metadata();
    if (!isSupported(metadata)) return { fault: 'PICTURE_FORMAT' };
    if (!isSafeToDecode(metadata)) return { fault: 'PICTURE_TOO_BIG' };
    const fit = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
    const largest = await sharp(bytes, input)
      .autoOrient()
      .resize(fit(pictureSizes.at(-1)!))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = largest.info;
    const sizes: Uint8Array[] = [];
    for (const side of pictureSizes)
      sizes.push(
        await sharp(largest.data, { raw: { width, height, channels } }).resize(fit(side)).webp({ quality }).toBuffer(),
      );
    return { sizes };
  } catch {
    return { fault: 'PICTURE_BROKEN' };
  }
}
