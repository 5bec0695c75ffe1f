// The file source of the gallery: generated files, each in the state that its sample names.
import { defer, from, map, of, shareReplay } from 'rxjs';
import { type FileSource, type FileState, initialFileState } from '../kit/fileSource.ts';
import { fileStates } from './gallerySamples.ts';

const [width, height] = [1600, 1200];
const hills = ['#6b3f3a', '#43282c', '#1d1417'];

/** Draws a picture of hills in the evening. */
export function samplePicture(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d')!;
  const sky = context.createLinearGradient(0, 0, 0, height);
  for (const [at, colour] of [
    [0, '#27406b'],
    [0.45, '#e88b4a'],
    [0.62, '#f8c56d'],
  ] as const)
    sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ffe9b0';
  context.beginPath();
  context.arc(width * 0.68, height * 0.52, height * 0.09, 0, 7);
  context.fill();
  hills.forEach((colour, row) => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 20)
      context.lineTo(x, height * (0.62 + row * 0.12) + Math.sin((x / width) * (6 + row * 3) + row * 2) * height * 0.06);
    context.lineTo(width, height);
    context.fill();
  });
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'));
}

const picture$ = defer(() => from(samplePicture())).pipe(shareReplay(1));
const noop = () => {};

/** A file source whose actions do nothing. */
export const galleryFiles: FileSource = {
  state$(id) {
    const sample = fileStates.get(id);
    const state: FileState = { ...initialFileState, known: true };
    if (sample === 'shown') return picture$.pipe(map((blob) => ({ ...state, blob })));
    return of({ ...state, ...sample });
  },
  fetch: noop,
  stop: noop,
  save: noop,
};
