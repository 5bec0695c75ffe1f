// Measures a file before it is sent: picture dimensions, duration and a preview.
import type { FileType } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { PreparedFile } from './preparedFile.ts';
import { readPicture } from '../view/readPicture.ts';

type Measures = Pick<PreparedFile['body'], 'preview' | 'width' | 'height' | 'duration'> & { mime?: string };

const waitForEvent = (element: HTMLElement, type: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener(type, () => resolve(), { once: true });
    element.addEventListener('error', reject, { once: true });
    signal.addEventListener('abort', reject, { once: true });
  });

/**
 * Returns a preview to embed in the message: a data: URL, or '' if this browser cannot make one that is small enough.
 */
function createPreview(
  source: CanvasImageSource,
  width: number,
  height: number,
  side: number = limits.previewSide,
): string {
  const scale = side / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  const address = canvas.toDataURL('image/webp', 0.6);
  return address.length <= limits.filePreviewMax ? address : '';
}

async function measurePicture(file: Blob): Promise<Measures> {
  const head = await readPicture(file);
  if (!head) throw new RangeError('no picture that can be shown');
  // The bitmap is rotated by its EXIF orientation, which the header does not include.
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const preview = createPreview(bitmap, width, height);
  bitmap.close();
  return { mime: head.mime, width, height, preview };
}

/** Calls `use` with a media element that has begun to load the file. */
async function withPlayer<Player extends HTMLMediaElement>(
  tag: 'audio' | 'video',
  file: Blob,
  eventType: string,
  use: (player: Player, signal: AbortSignal) => Measures | Promise<Measures>,
): Promise<Measures> {
  const player = document.createElement(tag) as unknown as Player;
  const signal = AbortSignal.timeout(limits.measureTimeout);
  player.muted = true;
  player.preload = 'auto';
  player.src = URL.createObjectURL(file);
  try {
    await waitForEvent(player, eventType, signal);
    return await use(player, signal);
  } finally {
    URL.revokeObjectURL(player.src);
    player.removeAttribute('src');
  }
}

/** A recording that was not finalized reports an infinite duration. */
const durationOf = ({ duration }: HTMLMediaElement) =>
  Number.isFinite(duration) ? { duration: Math.round(duration * 1000) } : {};

const measureAudio = (file: Blob) =>
  withPlayer('audio', file, 'loadedmetadata', (player) => ({ preview: '', ...durationOf(player) }));

/** In pixels. A video is not fetched before it is played, so its preview shows more than that of a picture. */
const posterSide = 160;

/** The preview is taken a little into the video, because many begin with a black frame. */
const previewTime = (duration: number): number => (Number.isFinite(duration) ? Math.min(1, duration / 4) : 0);

const measureVideo = (file: Blob) =>
  withPlayer<HTMLVideoElement>('video', file, 'loadeddata', async (player, signal) => {
    const seeked = waitForEvent(player, 'seeked', signal);
    player.currentTime = previewTime(player.duration);
    await seeked;
    const { videoWidth: width, videoHeight: height } = player;
    if (width === 0 || height === 0) throw new RangeError('a film without a picture');
    const preview = createPreview(player, width, height, posterSide) || createPreview(player, width, height);
    return { width, height, preview, ...durationOf(player) };
  });

const measures: Record<FileType, (file: Blob) => Promise<Measures>> = {
  image: measurePicture,
  video: measureVideo,
  audio: measureAudio,
  file: async () => ({ preview: '' }),
};

/**
 * Returns the measures of a file.
 * @throws if the file is not of this type, or not safe to show
 */
export const measureFile = (type: FileType, file: Blob): Promise<Measures> => measures[type](file);
