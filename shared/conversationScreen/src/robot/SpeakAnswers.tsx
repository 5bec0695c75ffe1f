// The switch in the header of a chat with a bot: new answers are spoken while they are written.
import { isInFront } from '@amber/ui/isInFront';
import { type ConversationRow, type MessageRow, otherPerson } from '@amber/client/rows';
import { useLive } from '@amber/client/live';
import { hostSound } from '@amber/client/sound';
import { storedText, storeText } from '@amber/client/storage';
import { currentAnswer } from '@amber/proto/bodies';
import { IconButton } from '@amber/ui/IconButton';
import { SpeakerIcon } from '@amber/ui/moreIcons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { botName } from '../kit/botName.ts';
import { messagesInOrder } from '../kit/messagesInOrder.ts';
import { trackOf } from '../speech/createReadAloud.ts';
import { words } from '../words/gen/robot.ts';
import styles from './SpeakAnswers.module.css';

/** Whether an answer has begun just now: it is being written, or answers the question that was last before it. */
function isNewAnswer(message: MessageRow, last: MessageRow | undefined): boolean {
  const answer = currentAnswer(message.content, message.answer);
  return answer !== null && (answer.state === 'writing' || answer.question === last?.id);
}

/** Renders nothing in a host that cannot read aloud. */
export function SpeakAnswers({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { conversionId: conversationId } = conversation;
  const speech = hostSound()?.speech;
  // The key contains the identifier, so that the entry is removed with the account.
  const key = `amber-speak-answers ${me} ${conversationId}`;
  const [isOn, setIsOn] = useState(() => storedText(key) === 'on');
  const live = useLive((db) => messagesInOrder(db, conversationId).last(), [conversationId]);
  const message = live.status === 'ready' ? live.rows : undefined;
  /** Undefined until the first messages are read: those that were there when the chat opened are not spoken. */
  const last = useRef<{ message: MessageRow | undefined }>(undefined);

  const onMessages = useEffectEvent((next: MessageRow | undefined) => {
    const before = last.current;
    last.current = { message: next };
    if (!speech || !before || !next || next.id === before.message?.id) return;
    const { track } = speech.state$.value;
    const isOwn = next.content.sender?.identifier === me;
    // A new question ends the voice of the old answer.
    if (isOwn && isOn && track?.conversationId === conversationId) speech.stop();
    // Of several tabs, the one in front speaks.
    if (isOn && isInFront() && isNewAnswer(next, before.message))
      speech.speak(trackOf(next, botName(otherPerson(conversation, me)?.lastName ?? conversation.name)));
  });
  const isReady = live.status === 'ready';
  useEffect(() => {
    if (isReady) onMessages(message);
  }, [isReady, message]);

  if (!speech) return null;
  return (
    <IconButton
      label={words.speakAnswers}
      Icon={SpeakerIcon}
      aria-pressed={isOn}
      className={isOn ? styles.on : undefined}
      onClick={() => {
        storeText(key, isOn ? null : 'on');
        if (isOn && speech.state$.value.track?.conversationId === conversationId) speech.stop();
        setIsOn(!isOn);
      }}
    />
  );
}
