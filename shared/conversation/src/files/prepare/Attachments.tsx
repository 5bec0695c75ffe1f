// The list of attachments above the composer.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { safeFileName, type FileType } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { FileIcon, PhotoIcon, SoundIcon, VideoIcon } from '@amber/ui/fileIcons';
import { CloseIcon } from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { formatSize } from '@amber/words/formats';
import { FileName } from '../view/FileName.tsx';
import { type MetadataConsent, MetadataConfirm } from './MetadataConfirm.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile } from './prepareFile.ts';
import { words as strings } from '../../words/gen/files.ts';
import { words as details } from '../../words/gen/hiddenDetails.ts';
import { useObjectUrl } from '../view/useObjectUrl.ts';
import styles from './Attachments.module.css';

const icons: Record<FileType, ComponentType> = { image: PhotoIcon, video: VideoIcon, audio: SoundIcon, file: FileIcon };

interface AttachmentsProps {
  open: boolean;
  files: readonly File[];
  /** The files that cannot be sent, with the reason. */
  rejected: ReadonlyMap<File, Fault>;
  /** The files whose sending failed, with the reason. */
  failed: ReadonlyMap<File, Fault>;
  /** Whether files were dropped because there were more than the limit. */
  exceedsLimit: boolean;
  /** The question about pictures whose metadata cannot be removed; null if there is nothing to ask. */
  consent: MetadataConsent | null;
  onConsentChange(next: MetadataConsent): void;
  onRemove(file: File): void;
  onReject(file: File, fault: Fault): void;
  onDismiss(): void;
  onClose(): void;
}

/** A list of files, each with a button to remove it, and notices about files that cannot be sent. */
export function Attachments({ files, rejected, failed, exceedsLimit, consent, ...handlers }: AttachmentsProps) {
  const { onConsentChange, onRemove, onReject, onDismiss } = handlers;
  const notes = [
    ...[...rejected].map(([{ name }, fault]) =>
      strings.leftOut({ name: safeFileName(name), sentence: getErrorMessage(fault) }),
    ),
    ...(exceedsLimit ? [strings.tooMany({ most: limits.fileConcurrency })] : []),
  ];
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.strip} aria-label={strings.attachments}>
          {files.map((file, index) => (
            <Attachment
              key={`${file.name} ${file.lastModified} ${index}`}
              file={file}
              fault={failed.get(file)}
              onRemove={() => onRemove(file)}
              onReject={(fault) => onReject(file, fault)}
            />
          ))}
        </ul>
      )}
      <div className={styles.words} role="status">
        {notes.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {notes.length > 0 && (
          <IconButton className={styles.remove} label={strings.dismiss} Icon={CloseIcon} onClick={onDismiss} />
        )}
      </div>
      {consent && <MetadataConfirm consent={consent} onChange={onConsentChange} />}
    </>
  );
}

interface AttachmentProps {
  file: File;
  fault: Fault | undefined;
  onRemove(): void;
  onReject(fault: Fault): void;
}

function Attachment({ file, fault, onRemove, onReject }: AttachmentProps) {
  const [prepared, setPrepared] = useState<PreparedFile | null>(null);
  const [hasMetadata, setHasMetadata] = useState(false);
  const reject = useEffectEvent(onReject);
  useEffect(() => {
    let isActive = true;
    prepareFile(file).then(
      (result) => isActive && setPrepared(result),
      (error: Fault | MetadataError) => {
        if (!isActive) return;
        // The file can still be sent if the user agrees when sending.
        if (error instanceof MetadataError) setHasMetadata(true);
        else reject(error);
      },
    );
    return () => {
      isActive = false;
    };
  }, [file]);
  // The thumbnail is shown only after the picture is known to be safe to decode.
  const thumbnail = useObjectUrl(prepared?.type === 'image' ? file : null);
  const name = safeFileName(file.name);
  const problem = fault ? getErrorMessage(fault) : hasMetadata ? details.cannotRemove : '';
  const Icon = icons[prepared?.type ?? 'file'];
  return (
    <li className={styles.attachment} aria-busy={!prepared && !hasMetadata}>
      <span className={styles.picture}>{thumbnail ? <img src={thumbnail} alt="" /> : <Icon />}</span>
      <span className={styles.about}>
        <FileName name={name} />
        <span className={problem ? styles.problem : styles.size}>{problem || formatSize(file.size)}</span>
      </span>
      <IconButton className={styles.remove} label={strings.removeFile({ name })} Icon={CloseIcon} onClick={onRemove} />
    </li>
  );
}
