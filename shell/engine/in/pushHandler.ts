// The effect of each push on this device: rows and kept notices are stored and acknowledged; the rest is passing news.
import type { EngineEvent } from '@amber/client/bus';
import type { Device, Notify, RobotMessage, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { ProblemKind } from '@amber/proto/problems';
import type { NoticeHandler } from './noticeHandler.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Push } from '../session/socket.ts';
import type { Acks } from './acks.ts';
import type { Inbox } from './inbox.ts';

interface PushHandlerPorts {
  me: Device;
  inbox: Pick<Inbox, 'store'>;
  effects: NoticeHandler;
  /** The others have received a conversation, or read it, up to this place. */
  readPositions: {
    advancePeer(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
  };
  /** Somebody else is typing, or has stopped. */
  typing: { receiveTyping(conversationId: string, identifier: string, isTyping: boolean): void };
  /** A piece of a bot's answer. */
  bots: { receiveChunk(piece: RobotMessage): void };
  acks: Acks;
  /** Runs work on rows after what is in progress. */
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  /** Something before what was pushed has not arrived yet. */
  requestSync(): void;
  /** The gateway has ended this device's session. */
  signedOut(): void;
  emit(event: EngineEvent): void;
  warn(what: ProblemKind): (thrown: unknown) => void;
}

/** Processes pushes, in the order in which they arrive. */
export function createPushHandler({
  me,
  inbox,
  effects,
  readPositions,
  typing,
  bots,
  acks,
  runExclusive,
  requestSync,
  signedOut,
  emit,
  warn,
}: PushHandlerPorts): (push: Push) => void {
  // After the commit, never before: the gateway may delete what is acknowledged.
  async function receiveRow(row: Row): Promise<void> {
    const cursor = await inbox.store([row]);
    if (!cursor) return requestSync();
    acks.ackCursor(cursor);
  }

  async function receiveNotice(notify: Notify): Promise<void> {
    if (!(await effects.apply([notify], { isComplete: false }))) return requestSync();
    acks.ackNotice(notify.noticeSeq);
  }

  const handleStoredNotice = (notify: Notify) =>
    void runExclusive(() => receiveNotice(notify)).catch(warn('storeNotice'));
  const onTyping =
    (isTyping: boolean) =>
    ({ conversationId, identifier }: Notify) => {
      if (identifier !== me.identifier) typing.receiveTyping(conversationId, identifier, isTyping);
    };
  const advancePeer =
    (field: 'peerReadSeq' | 'peerDeliveredSeq') =>
    ({ conversationId, seq }: Notify) =>
      void runExclusive(() => readPositions.advancePeer(field, conversationId, seq)).catch(warn('storeReached'));

  const noticeHandlers: { [Type in Notify['type']]: (notify: Notify) => void } = {
    conversationChanged: requestSync,
    read: requestSync,
    signedOut,
    registryChanged: ({ seq: revision }) => emit({ type: 'registryChanged', revision }),
    typing: onTyping(true),
    typingEnded: onTyping(false),
    peerRead: advancePeer('peerReadSeq'),
    peerDelivered: advancePeer('peerDeliveredSeq'),
    momentNews: () => emit({ type: 'momentNews' }),
    featureNews: ({ cmdId: feature, body }) => emit({ type: 'featureNews', feature, body }),
    aiVoice: ({ conversationId, body }) => emit({ type: 'aiVoice', conversationId, body }),
    command: handleStoredNotice,
    contactChange: handleStoredNotice,
    deviceChange: handleStoredNotice,
    preKeyNotEnough: handleStoredNotice,
    aiConversation: handleStoredNotice,
    spaceChange: handleStoredNotice,
    aiBotInfo: handleStoredNotice,
    campaignNews: handleStoredNotice,
    accountDeletion: handleStoredNotice,
  };

  const pushHandlers: { [Name in Push['name']]: (push: Extract<Push, { name: Name }>) => void } = {
    pushZero: () => {}, // ignored
    pushChatMessage: ({ body }) =>
      void runExclusive(() => receiveRow(body)).catch((thrown: unknown) =>
        emit(problemEvent('storeRow', thrown, body.id)),
      ),
    pushNotify: ({ body }) => (noticeHandlers[body.type] ?? (() => warn('notice')(new Fault('BAD_REQUEST'))))(body),
    pushDevicesInfo: ({ body: { identifier, devices } }) =>
      void runExclusive(() => effects.setDevices(identifier, devices)).catch(warn('storeDevices')),
    pushRobotMessage: ({ body }) => bots.receiveChunk(body),
    pushCall: ({ body }) => emit({ type: 'call', ...body }),
  };

  return (push) => (pushHandlers[push.name] as (push: Push) => void)(push);
}
