// The effect of each push on this device: rows and kept notices are stored and acknowledged; the rest is passing news.
import type { EngineEvent } from '@amber/client/bus';
import type { Device, Notify, RobotMessage, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { ProblemKind } from '@amber/proto/problems';
import type { Effects } from './notices.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Push } from '../session/socket.ts';
import type { Acks } from './acks.ts';
import type { Inbox } from './inbox.ts';

interface PushesPorts {
  me: Device;
  inbox: Pick<Inbox, 'store'>;
  effects: Effects;
  /** The others have received a conversation, or read it, up to this place. */
  readPlaces: {
    reached(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
  };
  /** Somebody else is typing, or has stopped. */
  typing: { hear(conversationId: string, identifier: string, isTyping: boolean): void };
  /** A piece of a bot's answer. */
  bots: { take(piece: RobotMessage): void };
  acks: Acks;
  /** Runs work on rows after what is in progress. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Something before what was pushed has not arrived yet. */
  gap(): void;
  /** The gateway has ended this device's session. */
  signedOut(): void;
  say(event: EngineEvent): void;
  warn(what: ProblemKind): (thrown: unknown) => void;
}

/** Processes pushes, in the order in which they arrive. */
export function createPushes({
  me,
  inbox,
  effects,
  readPlaces,
  typing,
  bots,
  acks,
  inTurn,
  gap,
  signedOut,
  say,
  warn,
}: PushesPorts): (push: Push) => void {
  // After the commit, never before: the gateway may delete what is acknowledged.
  async function receiveRow(row: Row): Promise<void> {
    const cursor = await inbox.store([row]);
    if (!cursor) return gap();
    acks.storedTo(cursor);
  }

  async function receiveNotice(notify: Notify): Promise<void> {
    if (!(await effects.take([notify], { isWhole: false }))) return gap();
    acks.tookNotice(notify.noticeSeq);
  }

  const kept = (notify: Notify) => void inTurn(() => receiveNotice(notify)).catch(warn('storeNotice'));
  const onTyping =
    (isTyping: boolean) =>
    ({ conversationId, identifier }: Notify) => {
      if (identifier !== me.identifier) typing.hear(conversationId, identifier, isTyping);
    };
  const reached =
    (field: 'peerReadSeq' | 'peerDeliveredSeq') =>
    ({ conversationId, seq }: Notify) =>
      void inTurn(() => readPlaces.reached(field, conversationId, seq)).catch(warn('storeReached'));

  const notified: { [Type in Notify['type']]: (notify: Notify) => void } = {
    conversationChanged: gap,
    read: gap,
    signedOut,
    registryChanged: ({ seq: revision }) => say({ type: 'registryChanged', revision }),
    typing: onTyping(true),
    typingEnded: onTyping(false),
    peerRead: reached('peerReadSeq'),
    peerDelivered: reached('peerDeliveredSeq'),
    momentNews: () => say({ type: 'momentNews' }),
    featureNews: ({ cmdId: feature, body }) => say({ type: 'featureNews', feature, body }),
    aiVoice: ({ conversationId, body }) => say({ type: 'aiVoice', conversationId, body }),
    command: kept,
    contactChange: kept,
    deviceChange: kept,
    preKeyNotEnough: kept,
    aiConversation: kept,
    spaceChange: kept,
    aiBotInfo: kept,
    campaignNews: kept,
    accountDeletion: kept,
  };

  const table: { [Name in Push['name']]: (push: Extract<Push, { name: Name }>) => void } = {
    pushZero: () => {}, // ignored
    pushChatMessage: ({ body }) =>
      void inTurn(() => receiveRow(body)).catch((thrown: unknown) => say(problemEvent('storeRow', thrown, body.id))),
    pushNotify: ({ body }) => (notified[body.type] ?? (() => warn('notice')(new Fault('BAD_REQUEST'))))(body),
    pushDevicesInfo: ({ body: { identifier, devices } }) =>
      void inTurn(() => effects.setDevices(identifier, devices)).catch(warn('storeDevices')),
    pushRobotMessage: ({ body }) => bots.take(body),
    pushCall: ({ body }) => say({ type: 'call', ...body }),
  };

  return (push) => (table[push.name] as (push: Push) => void)(push);
}
