// Sends chosen files one after the other.
import { safeFileName, type Quote } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import type { MetadataConsent } from './MetadataConfirm.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile, prepareWithMetadata } from './prepareFile.ts';

interface SendFilesPorts {
  /** Absent where files cannot be sent. */
  send: ((file: PreparedFile) => Promise<void>) | undefined;
  /** The quote for the first file. */
  quote?: Quote | undefined;
  /** Asks the user whether to send pictures whose metadata cannot be removed. */
  askConsent(question: MetadataConsent): void;
}

const hasMetadata = (file: File): Promise<boolean> =>
  prepareFile(file).then(
    () => false,
    (thrown: unknown) => thrown instanceof MetadataError,
  );

/**
 * Resolves with the files whose sending failed, with the reasons; or with null if the user did not agree, in which case
 * nothing was sent. Files that cannot be sent at all are skipped, because the user was notified when they were chosen.
 */
export async function sendFiles(
  files: readonly File[],
  { send, quote, askConsent }: SendFilesPorts,
): Promise<ReadonlyMap<File, Fault> | null> {
  const metadataFlags = await Promise.all(files.map(hasMetadata));
  const names = files.filter((_, index) => metadataFlags[index]).map(({ name }) => safeFileName(name));
  const isAgreed = new Promise<boolean>((answer) =>
    names.length > 0 ? askConsent({ open: true, names, answer }) : answer(true),
  );
  if (!(await isAgreed)) return null;
  let pendingQuote = quote;
  const failed = new Map<File, Fault>();
  for (const [index, file] of files.entries()) {
    const prepared = await (metadataFlags[index] ? prepareWithMetadata : prepareFile)(file).catch(() => null);
    if (!prepared) continue;
    await send?.({ ...prepared, body: { ...prepared.body, ...(pendingQuote && { quote: pendingQuote }) } }).then(
      () => {
        pendingQuote = undefined;
      },
      (thrown: unknown) => failed.set(file, Fault.of(thrown)),
    );
  }
  return failed;
}
