// Looks at a file that was chosen: whether it can be sent, and as what.
import { fileName } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { fileKind } from '../fileKind.ts';
import { measureFile } from './measureFile.ts';
import type { PreparedFile } from './preparedFile.ts';
import { withoutMetadata } from './withoutMetadata.ts';

async function prepare(file: File): Promise<PreparedFile> {
  if (file.size > limits.fileMax) throw new Fault('FILE_TOO_LARGE');
  // A folder that was dropped looks like a file until it is read.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new Fault('FILE_UNREADABLE', { cause });
    });
  if (file.size === 0) throw new Fault('FILE_EMPTY');
  const type = fileKind(file.type);
  const body = { name: fileName(file.name), mime: file.type || 'application/octet-stream', preview: '' };
  // What does not show here would not show there.
  const measured = await measureFile(type, file).catch(() => null);
  if (!measured) return { type: 'file', file, body };
  const shown = { ...body, ...measured };
  return { type, file: await withoutMetadata(file, shown.mime), body: shown };
}

const prepared = new WeakMap<File, Promise<PreparedFile>>();

/** The same answer for the same file, which is looked at once. @throws Fault FILE_TOO_LARGE, FILE_EMPTY, FILE_UNREADABLE */
export function prepareFile(file: File): Promise<PreparedFile> {
  const known = prepared.get(file) ?? prepare(file);
  prepared.set(file, known);
  return known;
}
