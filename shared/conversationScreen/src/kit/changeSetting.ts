// Changes a setting of the user for a conversation, optimistically: the engine reverts a rejected change.
import { engine, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Conversation_UserSetting } from '@amber/proto';

export const changeSetting = (
  conversationId: string,
  setting: Partial<Omit<Conversation_UserSetting, 'encrypted'>>,
): void =>
  void engine
    .changeSetting({ conversationId, setting })
    .catch((thrown: unknown) => showToast('error', getErrorMessage(thrown)));
