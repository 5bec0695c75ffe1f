// A picture in the timeline; pressing it opens the lightbox.
import { PhotoIcon } from '@amber/ui/fileIcons';
import { limits } from '@amber/proto/limits';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileViewProps } from './fileViewProps.ts';
import { words } from '../../words/gen/files.ts';
import { TransferCover } from './TransferCover.tsx';
import { useTransfer } from './useTransfer.ts';
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
export function ImageView(props: FileViewProps) {
  const { row, body, reader, tabIndex } = props;
  const { id } = row.message;
  const container = useRef<HTMLDivElement>(null);
  const { blob, fault, transfer } = useTransfer(row.message, reader.files);
  const { url, isRejected } = usePictureUrl(blob);
  const [broken, setBroken] = useState(false);
  const { name } = body;
  useOnVisible(container, transfer.is === 'away' && fault === null && body.size <= limits.pictureFetchMax, () =>
    reader.files.fetch(id),
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
      <TransferCover {...props} transfer={transfer} problem={isRejected || broken ? words.notShown : ''} />
    </div>
  );
}
