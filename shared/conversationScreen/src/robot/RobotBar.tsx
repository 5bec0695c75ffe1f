// Above the box of a chat with a bot: that it is answering, or that no answer came; and what there is to know at once.
import { type ConversationRow, otherPerson, statusOf } from '@amber/client/db';
import { api, events$, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { sentenceOf } from '@amber/client/sentenceOf';
import { abandonedAt } from '@amber/conversation/answerSource';
import { currentAnswer, readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useEffect, useState } from 'react';
import { botName } from '../kit/botName.ts';
import { words } from '../words/gen/robot.ts';
import { AskHuman } from './AskHuman.tsx';
import { askAgain } from './botActions.ts';
import { HumanBar } from './HumanBar.tsx';
import { useBot } from './useBot.ts';
import { useWhoAnswers } from './useWhoAnswers.ts';
import styles from '../security/Notice.module.css';

const last = (conversationId: string) => [
  [conversationId, -Infinity],
  [conversationId, Infinity],
];

export function RobotBar({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const conversationId = conversation.conversionId;
  const live = useLive(
    async (db) => {
      const [from, to] = last(conversationId);
      return db.messages.where('[conversationId+order]').between(from, to).last();
    },
    [conversationId],
  );
  const message = live.status === 'ready' ? live.rows : undefined;
  const [now, setNow] = useState(() => Date.now());
  const [isExhausted, setExhausted] = useState(false);
  const answer = message && currentAnswer(message.content, message.answer);
  const isMine = message?.content.sender?.identifier === me && message.content.type !== 'system';
  const end = !message ? 0 : answer ? abandonedAt(message) : message.content.timestamp + limits.streamCacheFor;
  const isWriting = answer?.state === 'writing' && now < end;
  const isUnanswered =
    isMine && message !== undefined && statusOf(message) === 'sent' && !message.withdrawn && now >= end;

  useEffect(() => {
    const look = () => setNow(Date.now());
    const timers = [setTimeout(look), setTimeout(look, Math.max(0, end - Date.now()) + 50)];
    return () => timers.forEach(clearTimeout);
  }, [end, message]);

  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'command' || event.conversationId !== conversationId) return;
      if (event.cmdId === 'aiUsageExhausted') setExhausted(true);
      const { text } = readBody(event.body);
      if (event.cmdId === 'newMemory' && typeof text === 'string') showToast('info', words.newMemory({ text }));
    });
    return () => subscription.unsubscribe();
  }, [conversationId]);

  const stop = () =>
    void api.aiBot
      .stopStream({ ConversationId: conversationId })
      .catch((thrown: unknown) => showToast('error', sentenceOf(thrown)));
  const name = botName(otherPerson(conversation, me)?.lastName ?? conversation.name);
  const bot = useBot(otherPerson(conversation, me)?.identifier ?? '');
  const who = useWhoAnswers(conversationId);
  const isAi = who.by === 'AI';
  return (
    <>
      {!isAi && <HumanBar conversationId={conversationId} who={who} />}
      {isWriting && (
        <p className={styles.waits}>
          <span>{words.answering({ name })}</span>
          <button type="button" onClick={stop}>
            {words.stop}
          </button>
        </p>
      )}
      {isAi && isUnanswered && (
        <p className={styles.waits}>
          <span>{words.noAnswer}</span>
          <button type="button" onClick={() => askAgain(conversationId, message.id)}>
            {words.askAgain}
          </button>
        </p>
      )}
      {isAi && !isWriting && bot?.hasHumans && bot.type !== 'assistant' && (
        <div className={styles.waits}>
          <AskHuman conversationId={conversationId} name={name} />
        </div>
      )}
      <Dialog
        title={words.exhausted}
        open={isExhausted}
        tells
        onOpenChange={setExhausted}
        actions={
          <Button look="primary" onClick={() => setExhausted(false)}>
            {words.confirm}
          </Button>
        }
      >
        <p>{words.exhaustedText}</p>
      </Dialog>
    </>
  );
}
