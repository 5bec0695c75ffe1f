// Changes a setting of the user for a conversation, optimistically: the engine reverts a rejected change.
import { engine } from '@amber/client/engine';
import { showError } from '@amber/client/showError';
import type { Conversation_UserSetting } from '@amber/proto';

export const changeSetting = (
  conversationId: string,
  setting: Partial<Omit<Conversation_UserSetting, 'encrypted'>>,
): void => void engine.changeSetting({ conversationId, setting }).catch(showError);
