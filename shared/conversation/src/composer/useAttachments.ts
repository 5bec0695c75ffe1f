// The attachments of a message that is being written.
import type { Quote } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useState } from 'react';
import type { MetadataConsent } from '../files/prepare/MetadataConfirm.tsx';
import type { PreparedFile } from '../files/prepare/preparedFile.ts';

export type SendFile = (file: PreparedFile) => Promise<void>;

const none: ReadonlyMap<File, Fault> = new Map();

/**
 * Holds the chosen files until they are stored for sending. The code that prepares and sends them is loaded with the
 * first file.
 */
export function useAttachments(onSendFile: SendFile | undefined) {
  const [files, setFiles] = useState<readonly File[]>([]);
  // Rejected files and files that could not be sent, each with its fault.
  const [rejected, setRejected] = useState<ReadonlyMap<File, Fault>>(none);
  const [failed, setFailed] = useState<ReadonlyMap<File, Fault>>(none);
  const [exceedsLimit, setExceedsLimit] = useState(false);
  const [consent, setConsent] = useState<MetadataConsent | null>(null);
  const removeFiles = (isRemoved: (file: File) => boolean) => setFiles((now) => now.filter((file) => !isRemoved(file)));
  const dismissRejected = () => {
    setRejected(none);
    setExceedsLimit(false);
  };
  return {
    files,
    stripProps: {
      files,
      rejected,
      failed,
      exceedsLimit,
      consent,
      onConsentChange: setConsent,
      onDismiss: dismissRejected,
      open: files.length > 0 || rejected.size > 0,
      onRemove: (file: File) => removeFiles((one) => one === file),
      onReject: (file: File, fault: Fault) => {
        removeFiles((one) => one === file);
        setRejected((now) => new Map(now).set(file, fault));
      },
      onClose: () => setFiles([]),
    },
    attach(added: readonly File[]) {
      dismissRejected();
      setExceedsLimit(files.length + added.length > limits.fileConcurrency);
      setFiles([...files, ...added].slice(0, limits.fileConcurrency));
    },
    /**
     * Sends all files in order, the first one with the quote. Returns false if any are left; all are left if the user
     * does not agree to send pictures with their metadata.
     */
    async send(quote?: Quote): Promise<boolean> {
      const { sendFiles } = await import(/* webpackChunkName: "files" */ '../files/prepare/sendFiles.ts');
      const unsent = await sendFiles(files, { send: onSendFile, quote, askConsent: setConsent });
      if (!unsent) return false;
      removeFiles((file) => files.includes(file) && !unsent.has(file));
      setFailed(unsent);
      return unsent.size === 0;
    },
  };
}
