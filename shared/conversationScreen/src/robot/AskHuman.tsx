// Asks for a human instead of the bot, after saying who will then read the chat.
import { useAct } from '@amber/client/act';
import { api } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from '../words/gen/robot.ts';
import { useWhoAnswers } from './useWhoAnswers.ts';

interface AskHumanProps {
  conversationId: string;
  /** The bot's. */
  name: string;
}

/** Nothing while a human is waited for or answers. */
export function AskHuman({ conversationId, name }: AskHumanProps) {
  const who = useWhoAnswers(conversationId);
  const [asking, setAsking] = useState(false);
  const [, act] = useAct();
  if (who.by !== 'AI') return null;
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {words.askHuman}
      </Button>
      <Confirm
        open={asking}
        title={words.askHumanTitle}
        text={words.askHumanText({ name })}
        action={words.askHuman}
        look="primary"
        onCancel={() => setAsking(false)}
        onConfirm={() => act(() => api.aiBot.customerServiceConnect({ conversationId }))}
      />
    </>
  );
}
