// Hands chosen files over, one after the other.
import { Fault } from '@amber/proto/faults';
import type { PreparedFile } from './preparedFile.ts';
import { prepareFile } from './prepareFile.ts';

/** Those that could not be handed over, and why; one that cannot be sent at all is left out, as was said when it was chosen. */
export async function sendFiles(
  files: readonly File[],
  send: (file: PreparedFile) => Promise<void>,
): Promise<ReadonlyMap<File, Fault>> {
  const failed = new Map<File, Fault>();
  for (const file of files) {
    const ready = await prepareFile(file).catch(() => null);
    if (!ready) continue;
    await send(ready).catch((thrown: unknown) => failed.set(file, Fault.of(thrown)));
  }
  return failed;
}
