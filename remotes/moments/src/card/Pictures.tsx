// The pictures of a moment: a grid, and a full-screen gallery.
import type { Blog, BlogPicture } from '@amber/proto';
import { imageSources } from '@amber/proto/publicPictures';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { words } from '../words/gen/pictures.ts';
import styles from './Pictures.module.css';

const Gallery = loadOnOpen(
  async () => (await import(/* webpackChunkName: "gallery" */ '@amber/ui/PictureGallery')).PictureGallery,
);

/** Returns no pictures for rows that older builds have stored. */
export const picturesOf = (blog: Partial<Pick<Blog, 'pictures'>>): readonly BlogPicture[] => blog.pictures ?? [];

/** The ratio is clamped, so that an author cannot choose the height of the feed. */
const aspectRatio = ({ width, height }: BlogPicture): number => Math.min(Math.max(width / height || 1, 0.8), 1.91);

/** Returns rows of three; the remainder fills the first row, so that there is no gap. */
const columnsOf = (count: number): string => (count < 5 && count !== 3 ? '2' : `3 and ${count % 3}`);

interface GridProps<Picture extends BlogPicture> {
  ref?: Ref<HTMLUListElement>;
  pictures: readonly Picture[];
  children(picture: Picture, index: number): ReactNode;
}

/** The grid looks the same before and after posting, so posting shifts nothing. */
export function PictureGrid<Picture extends BlogPicture>({ ref, pictures, children }: GridProps<Picture>) {
  const [only] = pictures.length === 1 ? pictures : [];
  return (
    <ul ref={ref} className={styles.grid} data-columns={columnsOf(pictures.length)}>
      {pictures.map((picture, index) => (
        <li
          key={index}
          className={styles.cell}
          style={only && { aspectRatio: aspectRatio(only) }}
          data-only={only && true}
        >
          {children(picture, index)}
        </li>
      ))}
    </ul>
  );
}

/** `by` is the author's name. */
export function Pictures({ pictures, by }: { pictures: readonly BlogPicture[]; by: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  if (pictures.length === 0) return null;
  const open = (index: number) => {
    setAt(index);
    setIsOpen(true);
  };
  return (
    <>
      <PictureGrid ref={grid} pictures={pictures}>
        {({ path, alt }, index) => (
          <button
            type="button"
            className={styles.open}
            aria-label={alt || words.picture({ at: index + 1, count: pictures.length })}
            onClick={() => open(index)}
          >
            <img
              className={styles.picture}
              {...imageSources(path)}
              sizes={pictures.length === 1 ? '(width < 640px) 90vw, 560px' : '(width < 640px) 45vw, 280px'}
              alt=""
              loading="lazy"
              decoding="async"
            />
          </button>
        )}
      </PictureGrid>
      <Gallery
        open={isOpen}
        title={by}
        pictures={pictures}
        at={at}
        onIndexChange={setAt}
        onClose={() => setIsOpen(false)}
        returnFocusTo={() => grid.current?.querySelectorAll('button')[at] ?? false}
      />
    </>
  );
}
