// Sends system commands of one conversation through the engine.
import { engine, newMessageId } from '@amber/client/engine';
import { showError } from '@amber/client/showError';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { useCallback } from 'react';

export type SendCommand = <Id extends MessageCommandId>(cmdId: Id, body: CommandBodies[Id], targets?: string[]) => void;

/** An error of enqueueing in the outbox is shown here; a rejection by the gateway is shown by the engine. */
export const useCommand = (conversationId: string): SendCommand =>
  useCallback(
    (cmdId, body, targets = []) => {
      engine.command({ id: newMessageId(), conversationId, cmdId, targets, body }).catch(showError);
    },
    [conversationId],
  );
