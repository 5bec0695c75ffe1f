// Upload permits (files go straight to the store) and holds on stored files.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isObjectName } from '@amber/proto/objectName';
import type { CallsOf, HandlerPorts } from './handler.ts';

/**
 * Checks the number of the names and each name.
 * @throws Fault BAD_REQUEST, TOO_LARGE
 */
function checkNames(names: readonly string[], { filesPerCall }: Limits): void {
  if (names.length > filesPerCall) throw new Fault('TOO_LARGE');
  if (!names.every(isObjectName)) throw new Fault('BAD_REQUEST');
}

export const fileCalls = ({ uploads, fileHolds, fileStore, pictures, limits }: HandlerPorts): CallsOf<'file'> => ({
  async 'file.uploadPicture'({ picture }, { identifier }) {
    return { path: await pictures.add(identifier, picture) };
  },
  async 'file.uploadInfo'({ random }, { identifier }, { pages }) {
    const key = `chat/${random}`;
    if (!isObjectName(key)) throw new Fault('BAD_REQUEST');
    await uploads.claim(identifier, key);
    return { setting: JSON.stringify(await fileStore.grant({ key, who: identifier, pages })) };
  },
  async 'file.hold'({ names }, { identifier }) {
    checkNames(names, limits);
    return { missing: await fileHolds.hold(identifier, names) };
  },
  async 'file.release'({ names }, { identifier }) {
    checkNames(names, limits);
    await fileHolds.release(identifier, names);
  },
});
