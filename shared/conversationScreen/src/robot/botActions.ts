// The menu actions on messages in a chat with a bot.
import type { MessageRow } from '@amber/client/rows';
import { api, showToast } from '@amber/client/engine';
import { showError } from '@amber/client/showError';
import { currentText } from '@amber/conversation/currentText';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { words } from '../words/gen/robot.ts';

/** Asks the question again; `messageId` is that of the question or of its answer. */
export const askAgain = (conversationId: string, messageId: string): void =>
  void api.aiBot.askAgain({ conversationId, messageId }).catch((thrown: unknown) => {
    const fault = Fault.of(thrown);
    if (fault.code === 'NO_MESSAGE') showToast('error', words.onlyLast);
    else showError(fault);
  });

/** Stores a text of the user in the memory of this bot. */
export const remember = (aiBotId: string, message: MessageRow): void =>
  void api.aiBot
    .updateMemory({
      aiBotId,
      op: 'add',
      memory: {
        text: (currentText(message)?.text ?? '').slice(0, limits.memoryMax),
        conversationId: message.conversationId,
        messageId: message.id,
      },
    })
    .then(() => showToast('success', words.remembered), showError);
