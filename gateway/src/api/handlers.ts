// All calls, composed from one file per service.
import { aiBotCalls } from './aiBot.ts';
import { airdropCalls } from './airdrop.ts';
import { callCalls } from './call.ts';
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
import { speechCalls } from './speech.ts';
import { supportCalls } from './support.ts';
import { userCalls } from './user.ts';
import { withProgressEvents } from './withProgressEvents.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

export const createHandlers = (ports: HandlerPorts): Handlers =>
  withProgressEvents(
    {
      ...loginCalls(ports),
      ...userCalls(ports),
      ...contactCalls(ports),
      ...qrcodeCalls(ports),
      ...conversationCalls(ports),
      ...messageCalls(ports),
      ...historyMessageCalls(ports),
      ...groupChatCalls(ports),
      ...aiBotCalls(ports),
      ...callCalls(ports),
      ...circleCalls(ports),
      ...airdropCalls(ports),
      ...fileCalls(ports),
      ...pushCalls(ports),
      ...speechCalls(ports),
      ...rolloutCalls(ports),
      ...supportCalls(ports),
      ...operatorCalls(ports),
    },
    ports,
  );
