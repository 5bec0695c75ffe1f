// The files that are about to be sent: as a preview over the conversation, or as a strip above the text box.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { safeFileName, type FileType } from '@amber/proto/bodies';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { cx } from '@amber/ui/cx';
import { FileIcon, PhotoIcon, PreviousIcon, SoundIcon, VideoIcon } from '@amber/ui/fileIcons';
import { ChevronIcon, CloseIcon } from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import { useLayer } from '@amber/ui/useLayer';
import { formatSize } from '@amber/words/formats';
import { type ComponentType, type DragEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { FileName } from '../view/FileName.tsx';
import { type MetadataConsent, MetadataConfirm } from './MetadataConfirm.tsx';
import type { PreparedFile } from './preparedFile.ts';
import { MetadataError, prepareFile } from './prepareFile.ts';
import { type PictureQuality, pictureQualities } from './sendFiles.ts';
import { words as strings } from '../../words/gen/files.ts';
import { words as details } from '../../words/gen/hiddenDetails.ts';
import { useObjectUrl } from '../view/useObjectUrl.ts';
import styles from './SendPreview.module.css';

const icons: Record<FileType, ComponentType> = { image: PhotoIcon, video: VideoIcon, audio: SoundIcon, file: FileIcon };

interface SendPreviewProps {
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
  quality: PictureQuality;
  /** Whether it covers the conversation. The text box under it belongs to it, and keeps its text and the focus. */
  isExpanded: boolean;
  onExpandedChange(isExpanded: boolean): void;
  onQualityChange(quality: PictureQuality): void;
  onConsentChange(next: MetadataConsent): void;
  onRemove(file: File): void;
  onMove(from: number, to: number): void;
  onReject(file: File, fault: Fault): void;
  onDismiss(): void;
  onClose(): void;
}

/** A list of files, each with buttons to move and remove it, and notices about files that cannot be sent. */
export function SendPreview({ files, rejected, failed, exceedsLimit, consent, ...rest }: SendPreviewProps) {
  const { isExpanded, onExpandedChange, onConsentChange, onRemove, onMove, onReject, onDismiss } = rest;
  const [dragged, setDragged] = useState<File | null>(null);
  const notes = [
    ...[...rejected].map(([{ name }, fault]) =>
      strings.leftOut({ name: safeFileName(name), sentence: getErrorMessage(fault) }),
    ),
    ...(exceedsLimit ? [strings.tooMany({ most: limits.fileConcurrency })] : []),
  ];
  const isPreview = isExpanded && files.length > 0;
  const list = files.length > 0 && (
    <ul
      className={isPreview ? cx(styles.grid, files.length === 1 && styles.single) : styles.strip}
      aria-label={strings.attachments}
    >
      {files.map((file, index) => (
        <Attachment
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          fault={failed.get(file)}
          isPreview={isPreview}
          isDragged={file === dragged}
          onExpand={() => onExpandedChange(true)}
          onRemove={() => onRemove(file)}
          onReject={(fault) => onReject(file, fault)}
          onEarlier={index > 0 ? () => onMove(index, index - 1) : undefined}
          onLater={index < files.length - 1 ? () => onMove(index, index + 1) : undefined}
          onDragStart={() => setDragged(file)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => {
            if (!dragged) return;
            event.preventDefault();
            if (dragged !== file) onMove(files.indexOf(dragged), index);
          }}
        />
      ))}
    </ul>
  );
  return (
    <>
      {isPreview ? (
        <Preview count={files.length} hasPicture={files.some(({ type }) => type.startsWith('image/'))} {...rest}>
          {list}
        </Preview>
      ) : (
        list
      )}
      <div className={styles.words} role="status">
        {notes.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {notes.length > 0 && (
          <IconButton className={styles.dismiss} label={strings.dismiss} Icon={CloseIcon} onClick={onDismiss} />
        )}
      </div>
      {consent && <MetadataConfirm consent={consent} onChange={onConsentChange} />}
    </>
  );
}

interface PreviewProps extends Pick<SendPreviewProps, 'quality' | 'onQualityChange' | 'onClose'> {
  count: number;
  hasPicture: boolean;
  children: React.ReactNode;
}

/** The parts around the list. Escape closes the preview and keeps the files. */
function Preview({ count, hasPicture, quality, onQualityChange, onClose, children }: PreviewProps) {
  const layer = useLayer<HTMLDivElement>(onClose);
  const name = useId();
  // The rest of the conversation is covered, so neither the pointer nor the keyboard reaches it.
  useLayoutEffect(() => {
    const form = layer.ref.current?.closest('form');
    const covered = [...(form?.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement => element instanceof HTMLElement && element !== form && !element.inert,
    );
    for (const element of covered) element.inert = true;
    return () => covered.forEach((element) => (element.inert = false));
  }, [layer.ref]);
  return (
    <div {...layer} className={styles.preview} role="group" aria-labelledby={`${name}-title`}>
      <header className={styles.head}>
        <h2 className={styles.title} id={`${name}-title`}>
          {strings.sendTitle({ count })}
        </h2>
        <IconButton label={strings.close} Icon={CloseIcon} onClick={onClose} />
      </header>
      {children}
      {hasPicture && (
        <div className={styles.qualities} role="radiogroup" aria-label={strings.quality}>
          {pictureQualities.map((one) => (
            <label key={one} className={styles.quality} data-chosen={one === quality || undefined}>
              <input type="radio" name={name} checked={one === quality} onChange={() => onQualityChange(one)} />
              {strings.qualities[one]}
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

interface AttachmentProps {
  file: File;
  fault: Fault | undefined;
  isPreview: boolean;
  isDragged: boolean;
  onExpand(): void;
  onRemove(): void;
  onReject(fault: Fault): void;
  /** Absent for the first file. */
  onEarlier: (() => void) | undefined;
  /** Absent for the last file. */
  onLater: (() => void) | undefined;
  onDragStart(): void;
  onDragEnd(): void;
  onDragOver(event: DragEvent): void;
}

function Attachment({ file, fault, isPreview, isDragged, onExpand, onReject, ...handlers }: AttachmentProps) {
  const { onRemove, onEarlier, onLater, onDragStart, onDragEnd, onDragOver } = handlers;
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
  // The picture is shown only after it is known to be safe to decode.
  const picture = useObjectUrl(prepared?.type === 'image' ? file : null);
  const film = useObjectUrl(prepared?.type === 'video' && isPreview ? file : null);
  const name = safeFileName(file.name);
  const problem = fault ? getErrorMessage(fault) : hasMetadata ? details.cannotRemove : '';
  const Icon = icons[prepared?.type ?? 'file'];
  const isMedia = prepared?.type === 'image' || prepared?.type === 'video';
  return (
    <li
      className={cx(styles.attachment, isPreview && isMedia && styles.tile, isDragged && styles.dragged)}
      aria-busy={!prepared && !hasMetadata}
      draggable={isPreview}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragOver={onDragOver}
    >
      {isPreview ? (
        <span className={styles.picture}>
          {picture ? (
            <img src={picture} alt="" draggable={false} />
          ) : film ? (
            <video src={film} muted playsInline preload="metadata" />
          ) : (
            <Icon />
          )}
        </span>
      ) : (
        <button type="button" className={styles.picture} aria-label={strings.showPreview} onClick={onExpand}>
          {picture ? <img src={picture} alt="" /> : <Icon />}
        </button>
      )}
      <span className={styles.about}>
        <FileName name={name} />
        <span className={problem ? styles.problem : styles.size}>{problem || formatSize(file.size)}</span>
      </span>
      <span className={styles.buttons}>
        {isPreview && (
          <>
            {onEarlier && (
              <IconButton
                className={styles.button}
                label={strings.moveEarlier({ name })}
                Icon={PreviousIcon}
                onClick={onEarlier}
              />
            )}
            {onLater && (
              <IconButton
                className={styles.button}
                label={strings.moveLater({ name })}
                Icon={ChevronIcon}
                onClick={onLater}
              />
            )}
          </>
        )}
        <IconButton
          className={styles.button}
          label={strings.removeFile({ name })}
          Icon={CloseIcon}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
