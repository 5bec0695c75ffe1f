// Changes how I see a conversation; it shows at once, and is undone by the engine when the gateway refuses.
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
