// The services of messages: sending, pushing, sync and membership.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { createGroups } from './members/groups.ts';
import { createMemberPages } from './members/memberPages.ts';
import { createMembership } from './members/membership.ts';
import { createUserSettings } from './members/userSettings.ts';
import { createChangeLog } from './push/changeLog.ts';
import { createFanout } from './push/fanout.ts';
import { createNotices } from './push/notices.ts';
import { createTypingEvents } from './push/typingEvents.ts';
import { createPerformCommand } from './send/performCommand.ts';
import { createSendQueue } from './send/sendQueue.ts';
import { createAcks } from './sync/acks.ts';
import { createCatchUp } from './sync/catchUp.ts';
import { createConversations } from './sync/conversations.ts';
import { createReadState } from './sync/readState.ts';

export type MessageServices = ReturnType<typeof createMessageServices>;

export function createMessageServices(
  { pool, db, bus, clock, limits, metrics, onError, onClose, onSweep }: GatewayBase,
  { pictures }: { pictures: Pictures },
) {
  const membership = createMembership({ bus, clock });
  const notices = createNotices({ db, bus, clock, limits });
  onSweep(notices.dropOld);
  const sendQueue = createSendQueue({ pool, bus, clock, limits });
  onClose(sendQueue.idle);
  metrics.sample('amber_send_queue_length', () => [[{}, sendQueue.load().length]]);
  metrics.sample('amber_send_queue_age_seconds', () => [[{}, sendQueue.load().age / 1_000]]);
  const changeLog = createChangeLog({ pool });
  onSweep(changeLog.dropUnread);
  const fanout = createFanout({ pool, bus, limits, notices, changeLog, onError });
  onClose(fanout.close);
  return {
    membership,
    notices,
    sendQueue,
    fanout,
    conversations: createConversations({ pool, clock }),
    memberPages: createMemberPages({ pool, limits }),
    groups: createGroups({ db, bus, clock, limits, membership }),
    userSettings: createUserSettings({ db, bus, clock, notices }),
    performCommand: createPerformCommand({ db, bus, clock, limits, membership, pictures }),
    catchUp: createCatchUp({ pool, limits }),
    acks: createAcks({ pool, bus, clock }),
    readState: createReadState({ pool, bus }),
    typingEvents: createTypingEvents({ db, bus, clock, limits }),
  };
}
