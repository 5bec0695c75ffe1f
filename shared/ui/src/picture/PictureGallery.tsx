// Public pictures as large as the screen, one after the other.
import { Dialog as Base } from '@base-ui/react/dialog';
import { imageSources } from '@amber/proto/publicPictures';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { arrowStep } from '../direction.ts';
import { IconButton } from '../form/IconButton.tsx';
import { PreviousIcon } from '../icons/fileIcons.tsx';
import { ChevronIcon, CloseIcon } from '../icons/icons.tsx';
import { words } from '../words/gen/gallery.ts';
import styles from './PictureGallery.module.css';

export interface GalleryPicture {
  path: string;
  /** What it shows; may be empty. */
  alt: string;
  /** In pixels, where they are known: small ones are not enlarged to the whole screen. */
  width?: number;
  height?: number;
}

export interface PictureGalleryProps {
  open: boolean;
  /** Whose they are. */
  title: string;
  pictures: readonly GalleryPicture[];
  /** The place of the one that is shown. */
  at: number;
  onIndexChange(at: number): void;
  onClose(): void;
  /** What has the focus afterwards. */
  returnFocusTo(): HTMLElement | false;
}

/** As large as it is, and at least so much: a picture of few pixels is looked at, too. */
const minSide = 640;
const maxSizeOf = ({ width, height }: GalleryPicture) =>
  width && height ? { maxWidth: Math.max(width, minSide), maxHeight: Math.max(height, minSide) } : undefined;

/** A dialog. The arrow keys and a swipe lead back and on, Escape closes. */
export function PictureGallery({
  open,
  title,
  pictures,
  at,
  onIndexChange,
  onClose,
  returnFocusTo,
}: PictureGalleryProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.gallery} finalFocus={returnFocusTo}>
          <GalleryContent title={title} pictures={pictures} at={at} onIndexChange={onIndexChange} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function GalleryContent({
  title,
  pictures,
  at,
  onIndexChange,
  onClose,
}: Omit<PictureGalleryProps, 'open' | 'returnFocusTo'>) {
  const picture = pictures[at];
  const turn = (by: number) => {
    if (pictures[at + by]) onIndexChange(at + by);
  };
  const press = (event: KeyboardEvent) => {
    const by = arrowStep(event.key);
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    turn(by);
  };
  // The keys are to work on when the button that was pressed is gone.
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!whole.current?.contains(document.activeElement)) whole.current?.focus();
  }, [at]);
  if (!picture) return null;
  return (
    <div ref={whole} className={styles.whole} tabIndex={-1} onKeyDown={press}>
      <header className={styles.bar}>
        <Base.Title className={styles.title} dir="auto">
          {title}
        </Base.Title>
        {pictures.length > 1 && (
          <span className={styles.place} aria-live="polite">
            {words.place({ at: at + 1, count: pictures.length })}
          </span>
        )}
        <IconButton label={words.close} Icon={CloseIcon} onClick={onClose} />
      </header>
      <div className={styles.frame}>
        <img
          key={picture.path}
          className={styles.picture}
          style={maxSizeOf(picture)}
          {...imageSources(picture.path)}
          sizes="100vw"
          alt={picture.alt}
        />
      </div>
      {picture.alt && (
        <p className={styles.alt} dir="auto" aria-hidden="true">
          {picture.alt}
        </p>
      )}
      {at > 0 && (
        <IconButton className={styles.previous} label={words.previous} Icon={PreviousIcon} onClick={() => turn(-1)} />
      )}
      {at < pictures.length - 1 && (
        <IconButton className={styles.next} label={words.next} Icon={ChevronIcon} onClick={() => turn(1)} />
      )}
    </div>
  );
}
