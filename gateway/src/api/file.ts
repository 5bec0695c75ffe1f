// Leave to upload: a file goes to the store itself, not through a call.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CallsOf, Parts } from '../handler.ts';

const name = new RegExp(`^[A-Za-z0-9_-]{${limits.uploadPathRandom}}$`);

export const fileCalls = ({ uploads, fileStore }: Parts): CallsOf<'file'> => ({
  async 'file.uploadInfo'({ random }, { identifier }, { pages }) {
    if (!name.test(random)) throw new Fault('BAD_REQUEST');
    const key = `chat/${random}`;
    await uploads.claim(identifier, key);
    return { setting: JSON.stringify(await fileStore.grant({ key, who: identifier, pages })) };
  },
});
