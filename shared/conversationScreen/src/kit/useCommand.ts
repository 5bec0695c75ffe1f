// Sends system commands of one conversation through the engine.
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { useCallback } from 'react';

export type SendCommand = <Id extends MessageCommandId>(cmdId: Id, body: CommandBodies[Id], targets?: string[]) => void;

/** An error of enqueueing in the outbox is shown here; a rejection by the gateway is shown by the engine. */
export const useCommand = (conversationId: string): SendCommand =>
  useCallback(
    (cmdId, body, targets = []) => {
      engine
        .command({ id: newMessageId(), conversationId, cmdId, targets, body })
        .catch((thrown: unknown) => showToast('error', getErrorMessage(thrown)));
    },
    [conversationId],
  );
