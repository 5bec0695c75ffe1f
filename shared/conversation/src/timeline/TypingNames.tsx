// The names of the people who are typing.
import { formatNames } from '../kit/format.ts';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import styles from './TypingNames.module.css';

const maxNames = 3;

interface TypingNamesProps {
  /** The identifiers of the people who are typing, at least one. */
  typing: readonly string[];
  reader: Reader;
}

export const TypingNames = ({ typing, reader }: TypingNamesProps) => (
  <>
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <span className={styles.names}>
      {words.writing({
        names: formatNames(
          typing.map((one) => reader.personOf(one).name),
          maxNames,
        ),
        count: typing.length,
      })}
    </span>
  </>
);
