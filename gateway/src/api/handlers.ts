// All calls, composed from one file per service.
import { aiBotCalls, type AiBotPorts } from './aiBot.ts';
import { airdropCalls, type AirdropPorts } from './airdrop.ts';
import { circleCalls, type CirclePorts } from './circle.ts';
import { contactCalls, type ContactPorts } from './contact.ts';
import { conversationCalls, type ConversationPorts } from './conversation.ts';
import { fileCalls, type FilePorts } from './file.ts';
import { groupChatCalls, type GroupChatPorts } from './groupChat.ts';
import { historyMessageCalls, type HistoryMessagePorts } from './historyMessage.ts';
import { loginCalls, type LoginPorts } from './login.ts';
import { messageCalls, type MessagePorts } from './message.ts';
import { operatorCalls, type OperatorPorts } from './operator.ts';
import { pushCalls, type PushPorts } from './push.ts';
import { qrcodeCalls, type QrcodePorts } from './qrcode.ts';
import { rolloutCalls, type RolloutPorts } from './rollout.ts';
import { supportCalls, type SupportPorts } from './support.ts';
import { userCalls, type UserPorts } from './user.ts';
import { withProgressEvents, type ProgressEventPorts } from './withProgressEvents.ts';
import type { Handlers } from './handler.ts';

/** The ports of all services together. */
type HandlerPorts = LoginPorts &
  UserPorts &
  ContactPorts &
  QrcodePorts &
  ConversationPorts &
  MessagePorts &
  HistoryMessagePorts &
  GroupChatPorts &
  AiBotPorts &
  CirclePorts &
  AirdropPorts &
  FilePorts &
  PushPorts &
  RolloutPorts &
  SupportPorts &
  OperatorPorts &
  Omit<ProgressEventPorts, 'db'>;

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
      ...circleCalls(ports),
      ...airdropCalls(ports),
      ...fileCalls(ports),
      ...pushCalls(ports),
      ...rolloutCalls(ports),
      ...supportCalls(ports),
      ...operatorCalls(ports),
    },
    { ...ports, db: ports.store.db },
  );
