// An answer of an AI: marked as such, drawn as it is written, with how it has ended.
import { direction } from '@amber/ui/direction';
import { useState } from 'react';
import { GrowingMarkdown } from '../../markdown/GrowingMarkdown.tsx';
import type { AnswerFault } from '@amber/proto/bodies';
import { words } from '../../words/gen/answer.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { SpokenAnswer } from './SpokenAnswer.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import { useAnswer } from './useAnswer.ts';
import styles from './AiAnswer.module.css';

const nobody = [] as const;

const isReason = (fault = ''): fault is AnswerFault => Object.hasOwn(words.reasons, fault);

export function AiAnswer({ row, reader, tabIndex }: BubbleProps & { open: boolean }) {
  const { message } = row;
  const body = useAnswer(message, reader);
  const [wasWriting, setWasWriting] = useState(body?.state === 'writing');
  if (!body) return <UnsupportedBubble />;
  const { text, state, fault } = body;
  if (state === 'writing' && !wasWriting) setWasWriting(true);
  const reason = words.reasons[isReason(fault) ? fault : 'AI_FAILED'];
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
      <GrowingMarkdown text={text} mentions={nobody} me={reader.me} tabIndex={tabIndex} />
      {state === 'writing' && <span className={styles.caret} aria-hidden="true" />}
      {ending && (
        <p className={styles.end} dir={direction()}>
          <span>{ending}</span>
          {reader.answers.again && (
            <button type="button" tabIndex={tabIndex} onClick={() => reader.answers.again?.(message)}>
              {words.retry}
            </button>
          )}
        </p>
      )}
      {wasWriting && <SpokenAnswer text={text} hasEnded={state !== 'writing'} />}
    </div>
  );
}
