// Hands chosen files over, one after the other.
import { fileName, type Quote } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import type { Consent } from './HiddenDetails.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile, prepareWithDetails } from './prepareFile.ts';

interface Sending {
  /** Absent where no files can be sent. */
  send: ((file: PreparedFile) => Promise<void>) | undefined;
  /** Goes with the first file. */
  quote?: Quote | undefined;
  /** Asks the person whether pictures go whose metadata cannot be removed. */
  ask(question: Consent): void;
}

const hasDetails = (file: File): Promise<boolean> =>
  prepareFile(file).then(
    () => false,
    (thrown: unknown) => thrown instanceof MetadataError,
  );

/**
 * Resolves with those that could not be handed over, and why; null when the person did not agree, and nothing was sent. A
 * file that cannot be sent at all is left out, as was shown when it was chosen.
 */
export async function sendFiles(
  files: readonly File[],
  { send, quote, ask }: Sending,
): Promise<ReadonlyMap<File, Fault> | null> {
  const detailed = await Promise.all(files.map(hasDetails));
  const names = files.filter((_, index) => detailed[index]).map(({ name }) => fileName(name));
  const isAgreed = new Promise<boolean>((answer) =>
    names.length > 0 ? ask({ open: true, names, answer }) : answer(true),
  );
  if (!(await isAgreed)) return null;
  let left = quote;
  const failed = new Map<File, Fault>();
  for (const [index, file] of files.entries()) {
    const ready = await (detailed[index] ? prepareWithDetails : prepareFile)(file).catch(() => null);
    if (!ready) continue;
    await send?.({ ...ready, body: { ...ready.body, ...(left && { quote: left }) } }).then(
      () => {
        left = undefined;
      },
      (thrown: unknown) => failed.set(file, Fault.of(thrown)),
    );
  }
  return failed;
}
