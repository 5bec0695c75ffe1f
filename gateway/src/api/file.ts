// Upload permits (files go straight to the store) and holds on stored files.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isObjectName } from '@amber/proto/objectName';
import type { CallsOf } from './handler.ts';
import type { FileHolds } from '../files/fileHolds.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Uploads } from '../files/uploads.ts';

/**
 * Checks the number of the names and each name.
 * @throws Fault BAD_REQUEST, TOO_LARGE
 */
function checkNames(names: readonly string[], { filesPerCall }: Limits): void {
  if (names.length > filesPerCall) throw new Fault('TOO_LARGE');
  if (!names.every(isObjectName)) throw new Fault('BAD_REQUEST');
}

export interface FilePorts {
  uploads: Uploads;
  fileHolds: FileHolds;
  fileStore: FileStore;
  pictures: Pictures;
  limits: Limits;
}

export const fileCalls = ({ uploads, fileHolds, fileStore, pictures, limits }: FilePorts): CallsOf<'file'> => ({
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
    return {};
  },
});
