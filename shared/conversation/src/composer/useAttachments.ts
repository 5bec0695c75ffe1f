// The attachments of a message that is being written.
import type { FileBody, Quote } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../kit/useStableCallback.ts';
import type { MetadataConsent } from '../files/prepare/MetadataConfirm.tsx';
import type { PictureQuality, SendFiles } from '../files/prepare/sendFiles.ts';

/** The attachments that are stored with the draft. */
export interface StoredAttachments {
  files: readonly File[];
  save(files: readonly File[]): void;
}

const none: ReadonlyMap<File, Fault> = new Map();
const noFiles: readonly File[] = [];

/**
 * Holds the chosen files until they are stored for sending. The code that prepares, shows and sends them is loaded with
 * the first file.
 */
export function useAttachments(onSendFiles: SendFiles | undefined, stored: StoredAttachments | undefined) {
  const [files, setFiles] = useState<readonly File[]>(stored?.files ?? noFiles);
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const [quality, setQuality] = useState<PictureQuality>('compressed');
  // Rejected files and files that could not be sent, each with its fault.
  const [rejected, setRejected] = useState<ReadonlyMap<File, Fault>>(none);
  const [failed, setFailed] = useState<ReadonlyMap<File, Fault>>(none);
  const [exceedsLimit, setExceedsLimit] = useState(false);
  const [consent, setConsent] = useState<MetadataConsent | null>(null);
  const save = useStableCallback((next: readonly File[]) => stored?.save(next));
  const saved = useRef(files);
  useEffect(() => {
    if (saved.current === files) return;
    saved.current = files;
    save(files);
  }, [files, save]);
  const removeFiles = (isRemoved: (file: File) => boolean) => setFiles((now) => now.filter((file) => !isRemoved(file)));
  const dismissRejected = () => {
    setRejected(none);
    setExceedsLimit(false);
  };
  return {
    files,
    previewProps: {
      files,
      rejected,
      failed,
      exceedsLimit,
      consent,
      quality,
      isExpanded: isPreviewOpen,
      onExpandedChange: setIsPreviewOpen,
      onQualityChange: setQuality,
      onConsentChange: setConsent,
      onDismiss: dismissRejected,
      open: files.length > 0 || rejected.size > 0,
      onRemove: (file: File) => removeFiles((one) => one === file),
      onMove: (from: number, to: number) =>
        setFiles((now) => {
          const others = now.filter((_, index) => index !== from);
          return to < 0 || to >= now.length ? now : [...others.slice(0, to), now[from]!, ...others.slice(to)];
        }),
      onReject: (file: File, fault: Fault) => {
        removeFiles((one) => one === file);
        setRejected((now) => new Map(now).set(file, fault));
      },
      onClose: () => setIsPreviewOpen(false),
    },
    attach(added: readonly File[]) {
      dismissRejected();
      setExceedsLimit(files.length + added.length > limits.fileConcurrency);
      setFiles([...files, ...added].slice(0, limits.fileConcurrency));
      setIsPreviewOpen(true);
    },
    /**
     * Sends all files in order, the first one with the quote and the caption. Returns false if any are left; all are
     * left if the user does not agree to send pictures with their metadata.
     */
    async send(first: { quote?: Quote | undefined } & Pick<FileBody, 'caption' | 'mentions'>): Promise<boolean> {
      const { sendFiles } = await import(/* webpackChunkName: "files" */ '../files/prepare/sendFiles.ts');
      const unsent = await sendFiles(files, { send: onSendFiles, quality, first, askConsent: setConsent });
      if (!unsent) return false;
      removeFiles((file) => files.includes(file) && !unsent.has(file));
      setFailed(unsent);
      return unsent.size === 0;
    },
  };
}
