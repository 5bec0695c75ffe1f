// Prepares a chosen file: checks whether it can be sent, and as which kind of message.
import { safeFileName } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { fileTypeOf } from './fileTypeOf.ts';
import { measureFile } from './measureFile.ts';
import type { PreparedFile } from './preparedFile.ts';
import { stripMetadata } from './stripMetadata.ts';

/** Thrown if the metadata of a picture cannot be removed reliably. */
export class MetadataError extends Error {}

const bodyOf = ({ name, type }: File) => ({
  name: safeFileName(name),
  mime: type || 'application/octet-stream',
  preview: '',
});

async function prepare(file: File): Promise<PreparedFile> {
  if (file.size > limits.fileMax) throw new Fault('FILE_TOO_LARGE');
  // A dropped folder looks like a file until it is read.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new Fault('FILE_UNREADABLE', { cause });
    });
  if (file.size === 0) throw new Fault('FILE_EMPTY');
  const type = fileTypeOf(file.type);
  // A file that this browser cannot display is sent as a plain file, because the recipient's could not display it
  // either.
  const measured = await measureFile(type, file).catch(() => null);
  const prepared = { type: measured ? type : 'file', file, body: { ...bodyOf(file), ...measured } };
  if (type !== 'image') return prepared;
  const stripped = await stripMetadata(file, prepared.body.mime).catch((cause: unknown) => {
    throw new MetadataError('the metadata cannot be removed', { cause });
  });
  return { ...prepared, file: stripped };
}

const preparedFiles = new WeakMap<File, Promise<PreparedFile>>();

/**
 * Prepares a file; the result is cached per file.
 * @throws Fault FILE_TOO_LARGE, FILE_EMPTY, FILE_UNREADABLE; MetadataError
 */
export function prepareFile(file: File): Promise<PreparedFile> {
  const pending = preparedFiles.get(file) ?? prepare(file);
  preparedFiles.set(file, pending);
  return pending;
}

/**
 * Prepares a picture that keeps its metadata, as a plain file. Call it only if the user has agreed.
 * @throws Fault as `prepareFile`
 */
export const prepareWithMetadata = (file: File): Promise<PreparedFile> =>
  prepareFile(file).catch((thrown: unknown): PreparedFile => {
    if (!(thrown instanceof MetadataError)) throw thrown;
    return { type: 'file', file, body: bodyOf(file) };
  });
