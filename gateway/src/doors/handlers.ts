// All calls, composed from one file per service.
import { aiBotCalls } from '../api/aiBot.ts';
import { airdropCalls } from '../api/airdrop.ts';
import { circleCalls } from '../api/circle.ts';
import { contactCalls } from '../api/contact.ts';
import { conversationCalls } from '../api/conversation.ts';
import { fileCalls } from '../api/file.ts';
import { groupChatCalls } from '../api/groupChat.ts';
import { historyMessageCalls } from '../api/historyMessage.ts';
import { loginCalls } from '../api/login.ts';
import { messageCalls } from '../api/message.ts';
import { operatorCalls } from '../api/operator.ts';
import { pushCalls } from '../api/push.ts';
import { qrcodeCalls } from '../api/qrcode.ts';
import { rolloutCalls } from '../api/rollout.ts';
import { supportCalls } from '../api/support.ts';
import { userCalls } from '../api/user.ts';
import { withProgressNews } from '../campaigns/progressNews.ts';
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
