// The bar above the composer of a chat with a bot: the state of the answer, and notices of the bot.
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { deliveryOf } from '@amber/client/messageState';
import { api, events$, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { showError } from '@amber/client/showError';
import { useSubscription } from '@amber/client/useSubscription';
import { answerTimeoutAt } from '@amber/conversation/answerSource';
import { currentAnswer, readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useEffect, useState } from 'react';
import { botName } from '../kit/botName.ts';
import { messagesInOrder } from '../kit/messagesInOrder.ts';
import { words } from '../words/gen/robot.ts';
import { AskHuman } from './AskHuman.tsx';
import { askAgain } from './botActions.ts';
import { HumanBar } from './HumanBar.tsx';
import { useBot } from './useBot.ts';
import { useResponder } from './useResponder.ts';
import styles from '../security/Notice.module.css';

export function BotBar({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const conversationId = conversation.conversionId;
  const live = useLive((db) => messagesInOrder(db, conversationId).last(), [conversationId]);
  const message = live.status === 'ready' ? live.rows : undefined;
  const [now, setNow] = useState(() => Date.now());
  const [isQuotaExhausted, setIsQuotaExhausted] = useState(false);
  const answer = message && currentAnswer(message.content, message.answer);
  const isMine = message?.content.sender?.identifier === me && message.content.type !== 'system';
  const deadline = !message ? 0 : answer ? answerTimeoutAt(message) : message.content.timestamp + limits.streamCacheFor;
  const isWriting = answer?.state === 'writing' && now < deadline;
  const hasNoAnswer =
    isMine && message !== undefined && deliveryOf(message) === 'sent' && !message.withdrawn && now >= deadline;

  useEffect(() => {
    const updateNow = () => setNow(Date.now());
    const timers = [setTimeout(updateNow), setTimeout(updateNow, Math.max(0, deadline - Date.now()) + 50)];
    return () => timers.forEach(clearTimeout);
  }, [deadline, message]);

  useSubscription(events$, (event) => {
    if (event.type !== 'command' || event.conversationId !== conversationId) return;
    if (event.cmdId === 'aiUsageExhausted') setIsQuotaExhausted(true);
    const { text } = readBody(event.body);
    if (event.cmdId === 'newMemory' && typeof text === 'string') showToast('info', words.newMemory({ text }));
  });

  const stop = () => void api.aiBot.stopStream({ ConversationId: conversationId }).catch(showError);
  const name = botName(otherPerson(conversation, me)?.lastName ?? conversation.name);
  const bot = useBot(otherPerson(conversation, me)?.identifier ?? '');
  const responder = useResponder(conversationId);
  const isAi = responder.by === 'AI';
  return (
    <>
      {!isAi && <HumanBar conversationId={conversationId} responder={responder} />}
      {isWriting && (
        <p className={styles.waits}>
          <span>{words.answering({ name })}</span>
          <button type="button" onClick={stop}>
            {words.stop}
          </button>
        </p>
      )}
      {isAi && hasNoAnswer && (
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
        open={isQuotaExhausted}
        informational
        onOpenChange={setIsQuotaExhausted}
        actions={
          <Button variant="primary" onClick={() => setIsQuotaExhausted(false)}>
            {words.confirm}
          </Button>
        }
      >
        <p>{words.exhaustedText}</p>
      </Dialog>
    </>
  );
}
