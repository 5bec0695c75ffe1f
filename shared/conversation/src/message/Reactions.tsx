// The reactions under a message, with their counts; a press adds or removes the user's own, and press and
// hold shows who has reacted (useArticleHandlers.ts).
import type { MessageRow } from '@amber/client/rows';
import { cx } from '@amber/ui/cx';
import { Tooltip } from '@amber/ui/Tooltip';
import { formatNames } from '../kit/format.ts';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import styles from './Reactions.module.css';

interface ReactionsProps {
  message: MessageRow;
  reader: Reader;
  tabIndex: number;
  onReact?: ((message: MessageRow, emoji: string, on: boolean) => void) | undefined;
}

/** One toggle button per emoji, pressed if the user has chosen it. */
export const Reactions = ({ message, reader, tabIndex, onReact }: ReactionsProps) => (
  <div className={styles.reactions} data-reactions>
    {message.reactions!.map(({ emoji, by }) => {
      const mine = by.includes(reader.me);
      const names = formatNames(by.map(reader.nameOrYou));
      return (
        <Tooltip key={emoji} text={names} side="top">
          <button
            type="button"
            className={cx(styles.reaction, mine && styles.mine)}
            tabIndex={tabIndex}
            disabled={!onReact}
            aria-pressed={mine}
            aria-label={words.reaction({ emoji, count: by.length, names })}
            onClick={() => onReact?.(message, emoji, !mine)}
          >
            <span aria-hidden="true">{emoji}</span>
            <span aria-hidden="true" className={styles.count}>
              {by.length}
            </span>
          </button>
        </Tooltip>
      );
    })}
  </div>
);
