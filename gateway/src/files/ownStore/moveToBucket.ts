// Moves the objects of the data folder into the bucket, for a gateway that stored them on its disk before.
import type { ObjectDisk } from './disk.ts';
import type { ObjectStorage } from './objectStorage.ts';
import { OssError } from './ossError.ts';

interface MovePorts {
  disk: ObjectDisk;
  bucket: Pick<ObjectStorage, 'put'>;
  say(sentence: string): void;
}

const sayEvery = 100;

/**
 * An object leaves the disk once it is in the bucket, so that a move which was interrupted goes on at the next start.
 * @throws Error with a sentence that says what to do.
 */
export async function moveToBucket({ disk, bucket, say }: MovePorts): Promise<void> {
  const keys = await disk.keys();
  for (const [moved, key] of keys.entries()) {
    if (moved % sayEvery === 0) say(`Moving files from AMBER_DATA into the bucket: ${moved} of ${keys.length}`);
    const object = await disk.find(key);
    if (!object) continue;
    const { size } = object;
    const body = object.read({ from: 0, to: size - 1 });
    await bucket.put(key, { size, most: size, md5: undefined, body }).catch((cause: unknown) => {
      // What is in the bucket under this name is what devices have got since.
      if (cause instanceof OssError && cause.code === 'FileAlreadyExists') return;
      const reason = cause instanceof OssError && cause.cause instanceof Error ? cause.cause : (cause as Error);
      throw new Error(
        `The files in AMBER_DATA could not be moved into the bucket of S3_BUCKET (${reason.message}). Start the gateway again once it can be reached: it goes on with the rest`,
        { cause },
      );
    });
    await disk.remove(key);
  }
}
