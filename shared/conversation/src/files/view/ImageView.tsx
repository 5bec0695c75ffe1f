// A picture in the timeline; pressing it opens the lightbox.
import { DownloadIcon } from '@amber/ui/moreIcons';
import { PhotoIcon } from '@amber/ui/fileIcons';
import { limits } from '@amber/proto/limits';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileViewProps } from './fileViewProps.ts';
import { words } from '../../words/gen/files.ts';
import { transferOf } from './transfer.ts';
import { TransferCover } from './TransferCover.tsx';
import { useFileState } from './useFileState.ts';
import { usePictureUrl } from './useObjectUrl.ts';
import styles from './media.module.css';

/** Calls `callback` each time `isEnabled` is true and the element is, or becomes, visible. */
function useOnVisible(element: RefObject<Element | null>, isEnabled: boolean, callback: () => void): void {
  const onVisible = useEffectEvent(callback);
  useEffect(() => {
    if (!isEnabled) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onVisible();
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, isEnabled]);
}

/** Fills its container. The picture is fetched automatically when it becomes visible, unless it is large. */
export function ImageView({ row, body, reader, tabIndex }: FileViewProps) {
  const { id } = row.message;
  const { files } = reader;
  const container = useRef<HTMLDivElement>(null);
  const state = useFileState(files, id);
  const { url, isRejected } = usePictureUrl(state.blob);
  const [broken, setBroken] = useState(false);
  const transfer = transferOf(row.message, body, state);
  const { name } = body;
  useOnVisible(container, transfer.is === 'away' && state.fault === null && body.size <= limits.pictureFetchMax, () =>
    files.fetch(id),
  );
  const isShown = url !== null && !broken;
  const isAwaited = !isShown && !isRejected && (transfer.is === 'unknown' || transfer.is === 'done');
  return (
    <div ref={container} className={styles.media}>
      {body.file.preview ? (
        <img className={styles.preview} src={body.file.preview} alt="" />
      ) : (
        isAwaited && (
          <span className={styles.kind}>
            <PhotoIcon />
          </span>
        )
      )}
      {isShown && (
        <button type="button" className={styles.open} tabIndex={tabIndex} onClick={() => reader.onOpenPicture(id)}>
          <img
            className={styles.image}
            src={url}
            alt={words.photo({ name })}
            decoding="async"
            onError={() => setBroken(true)}
          />
        </button>
      )}
      {(isRejected || broken) && (
        <span className={styles.cover}>
          <span className={styles.plate}>{words.notShown}</span>
          <button type="button" className={styles.pill} tabIndex={tabIndex} onClick={() => files.save(row.message)}>
            <DownloadIcon />
            {words.download}
          </button>
        </span>
      )}
      <TransferCover
        transfer={transfer}
        files={files}
        id={id}
        name={name}
        size={body.size}
        label={words.downloadSize({ size: name })}
        Icon={DownloadIcon}
        tabIndex={tabIndex}
      />
    </div>
  );
}
