// The names of the people who are typing, on a line that always takes its space, so that nothing moves.
import { formatNames } from '../kit/format.ts';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import styles from './TypingLine.module.css';

const maxNames = 3;

interface TypingLineProps {
  /** The identifiers of the people who are typing. */
  typing?: readonly string[] | undefined;
  reader: Reader;
}

/** A visual indicator only; it does not interrupt a screen reader. */
export const TypingLine = ({ typing = [], reader }: TypingLineProps) => (
  <p className={styles.typing} aria-live="off">
    {typing.length > 0 && (
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
    )}
  </p>
);
