// The lightbox: one picture or video in full screen, with navigation to the previous and the next one.
import { Dialog as Base } from '@base-ui/react/dialog';
import { readFile } from '@amber/proto/bodies';
import { arrowStep } from '@amber/ui/direction';
import { PreviousIcon, ZoomInIcon, ZoomOutIcon } from '@amber/ui/fileIcons';
import { ChevronIcon, CloseIcon } from '@amber/ui/icons';
import { DownloadIcon } from '@amber/ui/moreIcons';
import { IconButton } from '@amber/ui/IconButton';
import { useBaseLayer } from '@amber/ui/useLayer';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatTime } from '../../kit/format.ts';
import type { Reader } from '../../kit/reader.ts';
import type { TimelineRow } from '../../kit/timelineRow.ts';
import { Progress } from './Progress.tsx';
import { words as strings } from '../../words/gen/files.ts';
import { useTransfer } from './useTransfer.ts';
import { useObjectUrl, usePictureUrl } from './useObjectUrl.ts';
import { type HandleKey, VideoPlayer } from './VideoPlayer.tsx';
import { useZoom } from './useZoom.ts';
import { zoomStep } from './zoom.ts';
import styles from './Lightbox.module.css';

interface LightboxProps {
  open: boolean;
  /** The pictures to navigate through, oldest first. */
  pictures: readonly TimelineRow[];
  /** The message whose picture is shown. */
  id: string;
  reader: Reader;
  onMove(id: string): void;
  onClose(): void;
  /** Returns the element that gets the focus after closing; false leaves the focus alone. */
  returnFocusTo(): HTMLElement | false;
}

/** A dialog named after the picture. ← and → go to the previous and the next one, + and - zoom, Escape closes. */
export function Lightbox({ open, id, returnFocusTo, ...rest }: LightboxProps) {
  const { pictures, onClose } = rest;
  const index = pictures.findIndex(({ message }) => message.id === id);
  const row = pictures[index];
  const isGone = open && !row;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  const onBaseChange = useBaseLayer(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={onBaseChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.lightbox} data-theme="dark" finalFocus={returnFocusTo}>
          {row && <Picture key={id} row={row} index={index} {...rest} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface PictureProps extends Pick<LightboxProps, 'pictures' | 'reader' | 'onMove' | 'onClose'> {
  row: TimelineRow;
  index: number;
}

function Picture({ row, reader, index, pictures, onMove, onClose }: PictureProps) {
  const { message } = row;
  const { files } = reader;
  const body = readFile(message.content)!;
  const { blob, fault, transfer } = useTransfer(message, files);
  const isVideo = message.content.type === 'video';
  const picture = usePictureUrl(isVideo ? null : blob);
  const film = useObjectUrl(isVideo ? blob : null);
  const [isBroken, setIsBroken] = useState(false);
  const url = picture.url ?? film;
  const isRejected = picture.isRejected || isBroken;
  const playerKeys = useRef<HandleKey>(null);
  const frame = useRef<HTMLDivElement>(null);
  const goBy = (by: number) => {
    const next = pictures[index + by];
    if (next) onMove(next.message.id);
  };
  const { zoom, held, zoomBy, reset, handlers } = useZoom(frame, goBy);
  const isWanted = transfer.is === 'away' && fault === null;
  useEffect(() => {
    if (isWanted) files.fetch(message.id);
  }, [isWanted, files, message.id]);

  const keys: Record<string, () => void> = {
    '+': () => zoomBy(zoomStep),
    '=': () => zoomBy(zoomStep),
    '-': () => zoomBy(1 / zoomStep),
    '0': reset,
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (playerKeys.current?.(event)) return event.preventDefault();
    // The arrow keys of a slider are its own.
    const by = event.target instanceof HTMLInputElement ? 0 : arrowStep(event.key);
    const act = by !== 0 ? () => goBy(by) : isVideo ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  // The focused button unmounts with its picture; the focus moves to the container, so that the keys still work.
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current?.contains(document.activeElement)) container.current?.focus();
  }, []);
  const size = { maxWidth: body.width, maxHeight: body.height };
  return (
    <div ref={container} className={styles.whole} tabIndex={-1} onKeyDown={handleKeyDown}>
      <header className={styles.bar}>
        <div className={styles.words}>
          <Base.Title className={styles.name} dir="auto">
            {body.name}
          </Base.Title>
          <Base.Description className={styles.by}>
            {strings.photoBy({ author: reader.authorOf(row).name, time: formatTime(row.at) })}
          </Base.Description>
        </div>
        {pictures.length > 1 && (
          <span className={styles.count}>{strings.place({ at: index + 1, count: pictures.length })}</span>
        )}
        {!isVideo && (
          <>
            <IconButton label={strings.zoomOut} Icon={ZoomOutIcon} onClick={() => zoomBy(1 / zoomStep)} />
            <IconButton label={strings.zoomIn} Icon={ZoomInIcon} onClick={() => zoomBy(zoomStep)} />
          </>
        )}
        <IconButton label={strings.download} Icon={DownloadIcon} onClick={() => files.save(message)} />
        <IconButton label={strings.close} Icon={CloseIcon} onClick={onClose} />
      </header>
      <div
        ref={frame}
        className={styles.frame}
        data-zoomed={zoom.scale > 1 || undefined}
        data-held={held || undefined}
        {...(isVideo ? undefined : handlers)}
      >
        {film && !isBroken && (
          <VideoPlayer
            url={film}
            name={body.name}
            poster={body.file.preview}
            duration={body.duration}
            onError={() => setIsBroken(true)}
            keys={playerKeys}
          />
        )}
        {!url && body.file.preview && <img className={styles.preview} style={size} src={body.file.preview} alt="" />}
        {picture.url && (
          <img
            className={styles.image}
            src={picture.url}
            alt={strings.photo({ name: body.name })}
            draggable={false}
            // physical: the coordinates of the pointer
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
        {transfer.is === 'under way' && (
          <span className={styles.disc}>
            <Progress transfer={transfer} id={message.id} name={body.name} files={files} tabIndex={0} />
          </span>
        )}
        {(transfer.is === 'failed' || isRejected) && (
          <p className={styles.failed} role="alert">
            {transfer.is === 'failed' ? transfer.sentence : isVideo ? strings.notPlayed : strings.notShown}
          </p>
        )}
        {(transfer.is === 'failed' || (transfer.is === 'away' && !isWanted)) && (
          <button type="button" className={styles.retry} onClick={() => files.fetch(message.id)}>
            {transfer.is === 'failed' ? strings.retry : strings.download}
          </button>
        )}
      </div>
      {index > 0 && (
        <IconButton className={styles.previous} label={strings.previous} Icon={PreviousIcon} onClick={() => goBy(-1)} />
      )}
      {index < pictures.length - 1 && (
        <IconButton className={styles.next} label={strings.next} Icon={ChevronIcon} onClick={() => goBy(1)} />
      )}
    </div>
  );
}
