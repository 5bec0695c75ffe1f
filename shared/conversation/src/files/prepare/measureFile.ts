// What a page finds out about a file before it is sent: how large its picture is, how long it plays.
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

/** A picture that travels in the message itself: a data: address, empty where this browser makes none that is small enough. */
function createPreview(source: CanvasImageSource, width: number, height: number): string {
  const scale = limits.previewSide / Math.max(width, height);
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
  // Turned as its camera was held, which the head does not tell.
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const preview = createPreview(bitmap, width, height);
  bitmap.close();
  return { mime: head.mime, width, height, preview };
}

/** `use` has a player that has begun to read the file. */
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

/** A recording that was never finished properly says that it is endless. */
const durationOf = ({ duration }: HTMLMediaElement) =>
  Number.isFinite(duration) ? { duration: Math.round(duration * 1000) } : {};

const measureAudio = (file: Blob) =>
  withPlayer('audio', file, 'loadedmetadata', (player) => ({ preview: '', ...durationOf(player) }));

/** From within the film: many begin in the dark. */
const previewTime = (duration: number): number => (Number.isFinite(duration) ? Math.min(1, duration / 4) : 0);

const measureVideo = (file: Blob) =>
  withPlayer<HTMLVideoElement>('video', file, 'loadeddata', async (player, signal) => {
    const seeked = waitForEvent(player, 'seeked', signal);
    player.currentTime = previewTime(player.duration);
    await seeked;
    const { videoWidth: width, videoHeight: height } = player;
    if (width === 0 || height === 0) throw new RangeError('a film without a picture');
    return { width, height, preview: createPreview(player, width, height), ...durationOf(player) };
  });

const measures: Record<FileType, (file: Blob) => Promise<Measures>> = {
  image: measurePicture,
  video: measureVideo,
  audio: measureAudio,
  file: async () => ({ preview: '' }),
};

/** @throws where the file is not of that kind after all, or not safe to show */
export const measureFile = (type: FileType, file: Blob): Promise<Measures> => measures[type](file);
