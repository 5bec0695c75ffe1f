// A full-screen viewer for several public pictures.
import { Dialog as Base } from '@base-ui/react/dialog';
import { imageSources } from '@amber/proto/publicPictures';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { arrowStep } from '../direction.ts';
import { IconButton } from '../form/IconButton.tsx';
import { PreviousIcon } from '../icons/fileIcons.tsx';
import { ChevronIcon, CloseIcon } from '../icons/icons.tsx';
import { useBaseLayer } from '../layers/useLayer.ts';
import { words } from '../words/gen/gallery.ts';
import styles from './PictureGallery.module.css';

export interface GalleryPicture {
  path: string;
  /** The description of the picture; may be empty. */
  alt: string;
  /** Pixels, if known: a small picture is not enlarged to the whole screen. */
  width?: number;
  height?: number;
}

export interface PictureGalleryProps {
  open: boolean;
  /** The dialog's title, such as the name of the pictures' author. */
  title: string;
  pictures: readonly GalleryPicture[];
  /** The index of the shown picture. */
  at: number;
  onIndexChange(at: number): void;
  onClose(): void;
  /** Returns the element that gets the focus afterwards; false to leave the focus alone. */
  returnFocusTo(): HTMLElement | false;
}

/**
 * A picture is shown at its own size, but at least this many pixels wide or high, so that a small one is recognisable.
 */
const minSide = 640;
const maxSizeOf = ({ width, height }: GalleryPicture) =>
  width && height ? { maxWidth: Math.max(width, minSide), maxHeight: Math.max(height, minSide) } : undefined;

/** Renders a dialog. The arrow keys and a swipe show the previous and next picture, Escape closes it. */
export function PictureGallery({ open, returnFocusTo, ...content }: PictureGalleryProps) {
  const onBaseChange = useBaseLayer(open, content.onClose);
  return (
    <Base.Root open={open} onOpenChange={onBaseChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.gallery} data-theme="dark" finalFocus={returnFocusTo}>
          <GalleryContent {...content} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type GalleryContentProps = Omit<PictureGalleryProps, 'open' | 'returnFocusTo'>;

function GalleryContent({ title, pictures, at, onIndexChange, onClose }: GalleryContentProps) {
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
  // The dialog takes the focus, because the keys must still work when the focused arrow button disappears.
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
