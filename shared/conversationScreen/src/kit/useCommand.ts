// Gives the engine a system command of one conversation.
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { useCallback } from 'react';

export type SendCommand = <Id extends MessageCommandId>(cmdId: Id, body: CommandBodies[Id], targets?: string[]) => void;

/** What cannot even be put into the outbox is told at once; what the gateway refuses is told by the engine. */
export const useCommand = (conversationId: string): SendCommand =>
  useCallback(
    (cmdId, body, targets = []) => {
      engine
        .command({ id: newMessageId(), conversationId, cmdId, targets, body })
        .catch((thrown: unknown) => showToast('error', getErrorMessage(thrown)));
    },
    [conversationId],
  );
