// The bubble of a text message, with the message that it quotes above it.
import { personName } from '@amber/ui/personName';
import { direction } from '@amber/ui/direction';
import { useMemo } from 'react';
import { isEmojiOnly } from '../../emoji/isEmojiOnly.ts';
import { currentText } from '../../kit/currentText.ts';
import { words } from '../../words/gen/conversation.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import { WrittenText } from './WrittenText.tsx';
import styles from './bubbles.module.css';

export function TextBubble({ row, reader, tabIndex }: BubbleProps) {
  const body = useMemo(() => currentText(row.message), [row.message]);
  if (!body) return <UnsupportedBubble />;
  return (
    <>
      {body.forwarded && (
        <span className={styles.forwarded} dir={direction()}>
          {words.forwarded}
        </span>
      )}
      {body.human !== undefined && !row.mine && reader.answers.regenerate && (
        <span className={styles.human} title={words.humanHint} dir={direction()}>
          {words.human({ name: personName(body.human) })}
        </span>
      )}
      {body.quote && <QuoteBlock quote={body.quote} row={row} reader={reader} tabIndex={tabIndex} />}
      {isEmojiOnly(body.text) ? (
        <span className={styles.large} data-large>
          {body.text}
        </span>
      ) : (
        <WrittenText
          id={row.message.id}
          text={body.text}
          mentions={body.mentions}
          reader={reader}
          tabIndex={tabIndex}
        />
      )}
    </>
  );
}
