// The pictures below the text field, which can be described and removed.
import { limits } from '@amber/proto/limits';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { PromptDialog } from '@amber/ui/PromptDialog';
import { useState } from 'react';
import { LocalPicture } from '../card/LocalPicture.tsx';
import type { AddedPictures } from './usePictures.ts';
import { words } from '../words/gen/pictures.ts';
import styles from './PictureStrip.module.css';

export function PictureStrip({ pictures }: { pictures: AddedPictures }) {
  const [describedIndex, setDescribedIndex] = useState<number | null>(null);
  const { list, busy } = pictures;
  return (
    <>
      {list.length > 0 && (
        <ul className={styles.strip} aria-label={words.list}>
          {list.map(({ file, alt }, index) => (
            <li key={index} className={styles.cell}>
              <button
                type="button"
                className={styles.describe}
                aria-label={alt ? words.described({ at: index + 1, alt }) : words.describe({ at: index + 1 })}
                onClick={() => setDescribedIndex(index)}
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
                label={words.remove({ at: index + 1 })}
                Icon={CloseIcon}
                onClick={() => pictures.remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <span className={styles.busy} role="status">
        {busy && words.adding}
      </span>
      {describedIndex !== null && (
        <PromptDialog
          title={words.describeTitle}
          label={words.description}
          hint={words.describeHint}
          value={list[describedIndex]?.alt ?? ''}
          maxLength={limits.momentAltMax}
          action={words.save}
          busy={false}
          onClose={() => setDescribedIndex(null)}
          onSubmit={async (text) => {
            pictures.describe(describedIndex, text.trim());
            return true;
          }}
        />
      )}
    </>
  );
}
