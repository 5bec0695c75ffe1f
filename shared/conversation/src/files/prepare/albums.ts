// Makes albums of the pictures and videos that are sent together.
import { limits } from '@amber/proto/limits';
import type { PreparedFile } from './preparedFile.ts';

const isMedia = ({ type }: PreparedFile): boolean => type === 'image' || type === 'video';

const newAlbumId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the files with their places in albums: each run of neighbouring pictures and videos is one. */
export function placeInAlbums(files: readonly PreparedFile[]): PreparedFile[] {
  const runs: PreparedFile[][] = [];
  for (const file of files) {
    const run = runs.at(-1);
    if (run && isMedia(file) && isMedia(run[0]!) && run.length < limits.albumMax) run.push(file);
    else runs.push([file]);
  }
  return runs.flatMap((run) => {
    if (run.length === 1) return run;
    const id = newAlbumId();
    return run.map((file, index) => ({
      ...file,
      body: { ...file.body, album: { id, index, count: run.length } },
    }));
  });
}
