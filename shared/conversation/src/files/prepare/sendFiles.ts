// Sends chosen files together, in their order.
import { safeFileName, type FileBody, type Quote } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { placeInAlbums } from './albums.ts';
import { compressPicture } from './compressPicture.ts';
import type { MetadataConsent } from './MetadataConfirm.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile, prepareWithMetadata } from './prepareFile.ts';

/** How pictures are sent: reduced, as they are, or as files that are not shown as pictures. */
export const pictureQualities = ['compressed', 'original', 'file'] as const;
export type PictureQuality = (typeof pictureQualities)[number];

/** Sends files as one message each; resolves when all are stored. */
export type SendFiles = (files: readonly PreparedFile[]) => Promise<void>;

interface SendFilesPorts {
  /** Absent where files cannot be sent. */
  send: SendFiles | undefined;
  quality?: PictureQuality;
  /** The quote and the caption for the first file. */
  first?: { quote?: Quote | undefined } & Pick<FileBody, 'caption' | 'mentions'>;
  /** Asks the user whether to send pictures whose metadata cannot be removed. */
  askConsent(question: MetadataConsent): void;
}

const hasMetadata = (file: File): Promise<boolean> =>
  prepareFile(file).then(
    () => false,
    (thrown: unknown) => thrown instanceof MetadataError,
  );

const asFile = ({ file, body: { name, mime } }: PreparedFile): PreparedFile => ({
  type: 'file',
  file,
  body: { name, mime, preview: '' },
});

const adapt: Record<PictureQuality, (prepared: PreparedFile) => PreparedFile | Promise<PreparedFile>> = {
  // A photo that cannot be encoded again is sent as it is.
  compressed: (prepared) => compressPicture(prepared).catch(() => prepared),
  original: (prepared) => prepared,
  file: (prepared) => (prepared.type === 'image' ? asFile(prepared) : prepared),
};

/**
 * Resolves with the files whose sending failed, with the reason; or with null if the user did not agree, in which case
 * nothing was sent. Files that cannot be sent at all are skipped, because the user was notified when they were chosen.
 */
export async function sendFiles(
  files: readonly File[],
  { send, quality = 'compressed', first, askConsent }: SendFilesPorts,
): Promise<ReadonlyMap<File, Fault> | null> {
  const metadataFlags = await Promise.all(files.map(hasMetadata));
  const names = files.filter((_, index) => metadataFlags[index]).map(({ name }) => safeFileName(name));
  const isAgreed = new Promise<boolean>((answer) =>
    names.length > 0 ? askConsent({ open: true, names, answer }) : answer(true),
  );
  if (!(await isAgreed)) return null;
  const prepared: PreparedFile[] = [];
  // One after the other, because each is decoded as a whole.
  for (const [index, file] of files.entries()) {
    const one = await (metadataFlags[index] ? prepareWithMetadata : prepareFile)(file).catch(() => null);
    if (one) prepared.push(await adapt[quality](one));
  }
  if (prepared.length === 0) return new Map();
  const [leading, ...others] = placeInAlbums(prepared);
  const { quote, caption, mentions } = first ?? {};
  const body = {
    ...leading!.body,
    ...(quote && { quote }),
    ...(caption && { caption }),
    ...(mentions && { mentions }),
  };
  const failed = await send?.([{ ...leading!, body }, ...others]).then(
    () => null,
    (thrown: unknown) => Fault.of(thrown),
  );
  return new Map(failed ? files.map((file) => [file, failed]) : []);
}
