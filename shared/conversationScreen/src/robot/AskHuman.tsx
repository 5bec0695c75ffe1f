// A button that requests a human instead of the bot, after explaining who will read the chat.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from '../words/gen/robot.ts';
import { useResponder } from './useResponder.ts';

interface AskHumanProps {
  conversationId: string;
  /** The name of the bot. */
  name: string;
}

/** Renders nothing while a human is awaited or answers. */
export function AskHuman({ conversationId, name }: AskHumanProps) {
  const responder = useResponder(conversationId);
  const [isConfirming, setIsConfirming] = useState(false);
  const [, act] = useAction();
  if (responder.by !== 'AI') return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        {words.askHuman}
      </Button>
      <Confirm
        open={isConfirming}
        title={words.askHumanTitle}
        text={words.askHumanText({ name })}
        action={words.askHuman}
        variant="primary"
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => act(() => api.aiBot.customerServiceConnect({ conversationId }))}
      />
    </>
  );
}
