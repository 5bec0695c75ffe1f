// Reduces a large photo before it is sent.
import { limits } from '@amber/proto/limits';
import type { PreparedFile } from './preparedFile.ts';

/** What a format is encoded as again, with the ending of the new file. Others may be animated. */
const encodings: Record<string, { mime: string; ending: string } | undefined> = {
  'image/jpeg': { mime: 'image/jpeg', ending: 'jpg' },
  // A format with transparency.
  'image/png': { mime: 'image/webp', ending: 'webp' },
};
const encodedQuality = 0.85;

/** Returns the picture at a size of at most `limits.compressedSide`; unchanged if that makes it no smaller. */
export async function compressPicture(prepared: PreparedFile): Promise<PreparedFile> {
  const { type, file, body } = prepared;
  const { width = 0, height = 0, mime, name } = body;
  const encoding = encodings[mime];
  const scale = limits.compressedSide / Math.max(width, height, 1);
  if (type !== 'image' || !encoding || scale >= 1) return prepared;
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, encoding.mime, encodedQuality));
  // A browser that cannot encode a format returns another one.
  if (encoded?.type !== encoding.mime || encoded.size >= file.size) return prepared;
  return {
    type,
    file: encoded,
    body: {
      ...body,
      name: `${name.replace(/\.[^.]{1,5}$/u, '')}.${encoding.ending}`,
      mime: encoding.mime,
      width: canvas.width,
      height: canvas.height,
    },
  };
}
