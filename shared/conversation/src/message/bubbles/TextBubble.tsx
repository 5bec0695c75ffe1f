// The bubble of a text message, with the message that it quotes above it.
import { personName } from '@amber/ui/personName';
import { direction } from '@amber/ui/direction';
import { useMemo } from 'react';
import { isEmojiOnly } from '../../emoji/isEmojiOnly.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { mentionNamesOf } from '../../markdown/mentions.ts';
import { currentText } from '../../kit/currentText.ts';
import { words } from '../../words/gen/conversation.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { isFoldable } from './foldedText.ts';
import { QuoteBlock } from './QuoteBlock.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import styles from './bubbles.module.css';

export function TextBubble({ row, reader, tabIndex }: BubbleProps) {
  const body = useMemo(() => currentText(row.message), [row.message]);
  const names = useMemo(() => mentionNamesOf(body?.mentions ?? [], reader.personOf), [body, reader]);
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
      {body.quote && <QuoteBlock quote={body.quote} from={row.message.id} reader={reader} tabIndex={tabIndex} />}
      {isEmojiOnly(body.text) ? (
        <span className={styles.large} data-large>
          {body.text}
        </span>
      ) : isFoldable(body.text) && !reader.isUnfolded(row.message.id) ? (
        <>
          <div className={styles.folded}>
            <Markdown text={body.text} mentions={names} me={reader.me} tabIndex={tabIndex} />
          </div>
          <button
            type="button"
            className={styles.unfold}
            tabIndex={tabIndex}
            onClick={() => reader.onUnfold(row.message.id)}
          >
            {words.showMore}
          </button>
        </>
      ) : (
        <Markdown text={body.text} mentions={names} me={reader.me} tabIndex={tabIndex} />
      )}
    </>
  );
}
