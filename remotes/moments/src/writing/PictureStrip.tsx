// The pictures below what is being written: described and removed here.
import { limits } from '@amber/proto/limits';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { LineDialog } from '@amber/ui/LineDialog';
import { useState } from 'react';
import { LocalPicture } from '../card/LocalPicture.tsx';
import type { AddedPictures } from './usePictures.ts';
import { words } from '../words/gen/pictures.ts';
import styles from './PictureStrip.module.css';

export function PictureStrip({ pictures }: { pictures: AddedPictures }) {
  const [described, setDescribed] = useState<number | null>(null);
  const { list, busy } = pictures;
  return (
    <>
      {list.length > 0 && (
        <ul className={styles.strip} aria-label={words.list}>
          {list.map(({ file, alt }, place) => (
            <li key={place} className={styles.cell}>
              <button
                type="button"
                className={styles.describe}
                aria-label={alt ? words.described({ at: place + 1, alt }) : words.describe({ at: place + 1 })}
                onClick={() => setDescribed(place)}
              >
                <LocalPicture file={file} alt="" className={styles.picture} />
                {alt && (
                  <span className={styles.alt} dir="auto">
                    {alt}
                  </span>
                )}
              </button>
              <IconButton
                className={styles.remove}
                label={words.remove({ at: place + 1 })}
                Icon={CloseIcon}
                onClick={() => pictures.remove(place)}
              />
            </li>
          ))}
        </ul>
      )}
      <span className={styles.busy} role="status">
        {busy && words.adding}
      </span>
      {described !== null && (
        <LineDialog
          title={words.describeTitle}
          label={words.description}
          hint={words.describeHint}
          value={list[described]?.alt ?? ''}
          maxLength={limits.momentAltMax}
          action={words.save}
          busy={false}
          onClose={() => setDescribed(null)}
          onSubmit={async (text) => {
            pictures.describe(described, text.trim());
            return true;
          }}
        />
      )}
    </>
  );
}
