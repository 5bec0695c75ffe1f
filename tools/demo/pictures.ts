// Rasterizes the drawings, as a camera or a scanner would have delivered them.
import sharp from 'sharp';
import { moth, punchedCard, trajectory } from './drawings.ts';

export interface DemoPicture {
  data: Buffer<ArrayBuffer>;
  width: number;
  height: number;
  /** A small version as a data: URL, which is shown until the picture has arrived. */
  preview: string;
}

const drawings = { moth, punchedCard, trajectory };
export type DrawingName = keyof typeof drawings;

/** The texts for people who do not see the pictures. */
export const descriptions: Record<DrawingName, string> = {
  moth: 'A moth, taped into a logbook',
  punchedCard: 'A punched card on a dark table',
  trajectory: 'A capsule’s way around the earth, before stars',
};

export async function drawPicture(name: DrawingName): Promise<DemoPicture> {
  const source = Buffer.from(drawings[name]);
  const [{ data, info }, preview] = await Promise.all([
    sharp(source).png().toBuffer({ resolveWithObject: true }),
    sharp(source).resize(24).webp({ quality: 40 }).toBuffer(),
  ]);
  return {
    data: Buffer.from(data),
    width: info.width,
    height: info.height,
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
  };
}
