// An answer of a bot: labelled as AI, rendered while it is streamed, with a note on how it ended.
import { hostSound } from '@amber/client/sound';
import { direction } from '@amber/ui/direction';
import { useState } from 'react';
import { StreamingMarkdown } from '../../markdown/StreamingMarkdown.tsx';
import type { AnswerFault } from '@amber/proto/bodies';
import { words } from '../../words/gen/answer.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { ReadAloudButton } from '../../speech/ReadAloudButton.tsx';
import { SpokenAnswer } from './SpokenAnswer.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import { useAnswer } from './useAnswer.ts';
import styles from './BotAnswer.module.css';

const noMentions = [] as const;

const isAnswerFault = (fault = ''): fault is AnswerFault => Object.hasOwn(words.reasons, fault);

export function BotAnswer({ row, reader, tabIndex }: BubbleProps) {
  const { message } = row;
  const body = useAnswer(message, reader);
  const [wasWriting, setWasWriting] = useState(body?.state === 'writing');
  if (!body) return <UnsupportedBubble />;
  const { text, state, fault } = body;
  if (state === 'writing' && !wasWriting) setWasWriting(true);
  const { onReadAloud } = reader;
  const speech = hostSound()?.speech;
  const reason = words.reasons[isAnswerFault(fault) ? fault : 'AI_FAILED'];
  const incomplete = words.incomplete({ reason });
  const ending = {
    writing: '',
    done: fault ? incomplete : '',
    stopped: words.stopped,
    interrupted: words.interrupted,
    failed: text ? incomplete : words.failed({ reason }),
  }[state];
  return (
    <div className={styles.answer} data-state={state} aria-busy={state === 'writing'}>
      <span className={styles.mark} title={words.markHint} dir={direction()}>
        {words.mark}
      </span>
      <StreamingMarkdown text={text} mentions={noMentions} me={reader.me} tabIndex={tabIndex} />
      {state === 'writing' && <span className={styles.caret} aria-hidden="true" />}
      {ending && (
        <p className={styles.end} dir={direction()}>
          <span>{ending}</span>
          {reader.answers.regenerate && (
            <button type="button" tabIndex={tabIndex} onClick={() => reader.answers.regenerate?.(message)}>
              {words.retry}
            </button>
          )}
        </p>
      )}
      {onReadAloud && speech && text !== '' && message.seq > 0 && (
        <ReadAloudButton id={message.id} speech={speech} tabIndex={tabIndex} onRead={() => onReadAloud(message)} />
      )}
      {wasWriting && <SpokenAnswer text={text} hasEnded={state !== 'writing'} />}
    </div>
  );
}
