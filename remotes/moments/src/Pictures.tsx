// The pictures of a moment: a grid, and each as large as the screen.
import type { Blog, BlogPicture } from '@amber/proto';
import { sourcesOf } from '@amber/proto/publicPictures';
import { onDemand } from '@amber/ui/onDemand';
import { useRef, useState } from 'react';
import { words } from './words/gen/pictures.ts';
import styles from './Pictures.module.css';

const Gallery = onDemand(
  async () => (await import(/* webpackChunkName: "gallery" */ '@amber/ui/PictureGallery')).PictureGallery,
  ({ onClose }) => onClose(),
);

/** None in rows that older builds have stored. */
export const picturesOf = (blog: Partial<Pick<Blog, 'pictures'>>): readonly BlogPicture[] => blog.pictures ?? [];

/** Between a tall and a wide one: the height of a feed is not an author's choice. */
const shape = ({ width, height }: BlogPicture): number => Math.min(Math.max(width / height || 1, 0.8), 1.91);

/** Rows of three; what is left over is shared by the first row, so that none has a hole. */
const columnsOf = (count: number): string => (count < 5 && count !== 3 ? '2' : `3 and ${count % 3}`);

/** `by`: the author's name. */
export function Pictures({ pictures, by }: { pictures: readonly BlogPicture[]; by: string }) {
  const [shown, setShown] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  if (pictures.length === 0) return null;
  const [only] = pictures.length === 1 ? pictures : [];
  const open = (place: number) => {
    setAt(place);
    setShown(place);
  };
  return (
    <>
      <ul ref={grid} className={styles.grid} data-columns={columnsOf(pictures.length)}>
        {pictures.map(({ path, alt }, place) => (
          <li key={place} className={styles.cell} style={only && { aspectRatio: shape(only) }} data-only={only && true}>
            <button
              type="button"
              className={styles.open}
              aria-label={alt || words.picture({ at: place + 1, count: pictures.length })}
              onClick={() => open(place)}
            >
              <img
                className={styles.picture}
                {...sourcesOf(path)}
                sizes={only ? '(width < 640px) 90vw, 560px' : '(width < 640px) 45vw, 280px'}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </button>
          </li>
        ))}
      </ul>
      <Gallery
        open={shown !== null}
        title={by}
        pictures={pictures}
        at={at}
        onMove={setAt}
        onClose={() => setShown(null)}
        returnTo={() => grid.current?.querySelectorAll('button')[at] ?? false}
      />
    </>
  );
}
