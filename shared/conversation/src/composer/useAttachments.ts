// The files that go with what is being written, until they are sent.
import type { Quote } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useState } from 'react';
import type { Consent } from '../files/prepare/HiddenDetails.tsx';
import type { PreparedFile } from '../files/prepare/preparedFile.ts';

export type SendFile = (file: PreparedFile) => Promise<void>;

const none: ReadonlyMap<File, Fault> = new Map();

/** Chosen files stay until they have been handed over: what looks at them and hands them over is fetched when the first one is chosen. */
export function useAttachments(onSendFile: SendFile | undefined) {
  const [files, setFiles] = useState<readonly File[]>([]);
  // What was left out and why, and what could not be handed over.
  const [refused, setRefused] = useState<ReadonlyMap<File, Fault>>(none);
  const [failed, setFailed] = useState<ReadonlyMap<File, Fault>>(none);
  const [isCut, setIsCut] = useState(false);
  const [consent, setConsent] = useState<Consent | null>(null);
  const drop = (gone: (file: File) => boolean) => setFiles((now) => now.filter((file) => !gone(file)));
  const forgive = () => {
    setRefused(none);
    setIsCut(false);
  };
  return {
    files,
    strip: {
      files,
      refused,
      failed,
      isCut,
      consent,
      onConsent: setConsent,
      onForgive: forgive,
      open: files.length > 0 || refused.size > 0,
      onRemove: (file: File) => drop((one) => one === file),
      onRefuse: (file: File, fault: Fault) => {
        drop((one) => one === file);
        setRefused((now) => new Map(now).set(file, fault));
      },
      onClose: () => setFiles([]),
    },
    attach(more: readonly File[]) {
      forgive();
      setIsCut(files.length + more.length > limits.filesAtOnce);
      setFiles([...files, ...more].slice(0, limits.filesAtOnce));
    },
    /**
     * Hands all over in their order, the first one with the quote. False when some are still here: all of them, where the
     * person does not agree to send pictures with their metadata.
     */
    async send(quote?: Quote): Promise<boolean> {
      const { sendFiles } = await import(/* webpackChunkName: "files" */ '../files/prepare/sendFiles.ts');
      const unsent = await sendFiles(files, { send: onSendFile, quote, ask: setConsent });
      if (!unsent) return false;
      drop((file) => files.includes(file) && !unsent.has(file));
      setFailed(unsent);
      return unsent.size === 0;
    },
  };
}
