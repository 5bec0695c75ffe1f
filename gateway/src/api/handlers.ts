// All calls, composed from one file per service.
import { aiBotCalls } from './aiBot.ts';
import { airdropCalls } from './airdrop.ts';
import { circleCalls } from './circle.ts';
import { contactCalls } from './contact.ts';
import { conversationCalls } from './conversation.ts';
import { fileCalls } from './file.ts';
import { groupChatCalls } from './groupChat.ts';
import { historyMessageCalls } from './historyMessage.ts';
import { loginCalls } from './login.ts';
import { messageCalls } from './message.ts';
import { operatorCalls } from './operator.ts';
import { pushCalls } from './push.ts';
import { qrcodeCalls } from './qrcode.ts';
import { rolloutCalls } from './rollout.ts';
import { supportCalls } from './support.ts';
import { userCalls } from './user.ts';
import { withProgressNews } from './progressNews.ts';
import type { Handlers, Parts } from './handler.ts';

export const createHandlers = (parts: Parts): Handlers =>
  withProgressNews(
    {
      ...loginCalls(parts),
      ...userCalls(parts),
      ...contactCalls(parts),
      ...qrcodeCalls(parts),
      ...conversationCalls(parts),
      ...messageCalls(parts),
      ...historyMessageCalls(parts),
      ...groupChatCalls(parts),
      ...aiBotCalls(parts),
      ...circleCalls(parts),
      ...airdropCalls(parts),
      ...fileCalls(parts),
      ...pushCalls(parts),
      ...rolloutCalls(parts),
      ...supportCalls(parts),
      ...operatorCalls(parts),
    },
    { ...parts, db: parts.store.db },
  );
