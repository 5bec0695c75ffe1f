// Above the box: the files that go with what is being written.
import { sentenceOf } from '@amber/client/sentenceOf';
import { fileName, type FileType } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { FileIcon, PhotoIcon, SoundIcon, VideoIcon } from '@amber/ui/fileIcons';
import { CloseIcon } from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { formatSize } from '@amber/words/formats';
import { FileName } from '../view/FileName.tsx';
import { type Consent, HiddenDetails } from './HiddenDetails.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile } from './prepareFile.ts';
import { words as strings } from '../../words/gen/files.ts';
import { words as details } from '../../words/gen/hiddenDetails.ts';
import { useObjectUrl } from '../view/useObjectUrl.ts';
import styles from './Attachments.module.css';

const icons: Record<FileType, ComponentType> = { image: PhotoIcon, video: VideoIcon, audio: SoundIcon, file: FileIcon };

export interface AttachmentsProps {
  open: boolean;
  files: readonly File[];
  /** Left out, and why. */
  refused: ReadonlyMap<File, Fault>;
  /** Could not be handed over, and why. */
  failed: ReadonlyMap<File, Fault>;
  /** There were more than go at once. */
  isCut: boolean;
  /** The pictures whose metadata cannot be removed, while the person is asked whether they go anyway. */
  consent: Consent | null;
  onConsent(next: Consent): void;
  onRemove(file: File): void;
  onRefuse(file: File, fault: Fault): void;
  onForgive(): void;
  onClose(): void;
}

/** A list of files, each with a way to leave it out, and words about those that cannot be sent. */
export function Attachments({ files, refused, failed, isCut, consent, ...on }: AttachmentsProps) {
  const { onConsent, onRemove, onRefuse, onForgive } = on;
  const words = [
    ...[...refused].map(([{ name }, fault]) => strings.leftOut({ name: fileName(name), sentence: sentenceOf(fault) })),
    ...(isCut ? [strings.tooMany({ most: limits.filesAtOnce })] : []),
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
              onRefuse={(fault) => onRefuse(file, fault)}
            />
          ))}
        </ul>
      )}
      <div className={styles.words} role="status">
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {words.length > 0 && (
          <IconButton className={styles.remove} label={strings.dismiss} Icon={CloseIcon} onClick={onForgive} />
        )}
      </div>
      {consent && <HiddenDetails consent={consent} onChange={onConsent} />}
    </>
  );
}

interface AttachmentProps {
  file: File;
  fault: Fault | undefined;
  onRemove(): void;
  onRefuse(fault: Fault): void;
}

function Attachment({ file, fault, onRemove, onRefuse }: AttachmentProps) {
  const [ready, setReady] = useState<PreparedFile | null>(null);
  const [hasDetails, setHasDetails] = useState(false);
  const refuse = useEffectEvent(onRefuse);
  useEffect(() => {
    let wanted = true;
    prepareFile(file).then(
      (prepared) => wanted && setReady(prepared),
      (refusal: Fault | MetadataError) => {
        if (!wanted) return;
        // It may still go, if the person agrees when it is sent.
        if (refusal instanceof MetadataError) setHasDetails(true);
        else refuse(refusal);
      },
    );
    return () => {
      wanted = false;
    };
  }, [file]);
  // Not before it is known to be safe to decode.
  const thumbnail = useObjectUrl(ready?.type === 'image' ? file : null);
  const name = fileName(file.name);
  const problem = fault ? sentenceOf(fault) : hasDetails ? details.cannotRemove : '';
  const Icon = icons[ready?.type ?? 'file'];
  return (
    <li className={styles.attachment} aria-busy={!ready && !hasDetails}>
      <span className={styles.picture}>{thumbnail ? <img src={thumbnail} alt="" /> : <Icon />}</span>
      <span className={styles.about}>
        <FileName name={name} />
        <span className={problem ? styles.problem : styles.size}>{problem || formatSize(file.size)}</span>
      </span>
      <IconButton className={styles.remove} label={strings.removeFile({ name })} Icon={CloseIcon} onClick={onRemove} />
    </li>
  );
}
