// Who is typing, in a line that always takes its space: nothing moves when it appears.
import { listed } from '../kit/listed.ts';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import styles from './TypingLine.module.css';

const namesMost = 3;

interface TypingLineProps {
  /** Identifiers. */
  typing?: readonly string[] | undefined;
  reader: Reader;
}

/** For eyes that look: a screen reader is not interrupted by it. */
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
            names: listed(
              typing.map((one) => reader.personOf(one).name),
              namesMost,
            ),
            count: typing.length,
          })}
        </span>
      </>
    )}
  </p>
);
