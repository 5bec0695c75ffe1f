// The effect of each push on this device: rows and stored notices are written and acknowledged; all others are
// ephemeral events.
import type { AiVoiceChunk, Notify, RobotMessage, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import type { NoticeHandler } from './noticeHandler.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Push } from '../session/socket.ts';
import type { Acks } from './acks.ts';
import type { Inbox } from './inbox.ts';

interface PushHandlerPorts extends Pick<AccountContext, 'me' | 'runExclusive' | 'emit' | 'warn'> {
  inbox: Pick<Inbox, 'store'>;
  effects: NoticeHandler;
  /** Records that the other people have received or read a conversation up to `seq`, or this account elsewhere. */
  readPositions: {
    advancePeer(field: 'peerReadSeq' | 'peerDeliveredSeq', conversationId: string, seq: number): Promise<void>;
    storeOwn(conversationId: string, seq: number): Promise<void>;
  };
  /** Called when somebody else starts or stops typing. */
  typing: { receiveTyping(conversationId: string, identifier: string, isTyping: boolean): void };
  /** Called with a chunk of a bot's answer, and of a message that is spoken. */
  bots: { receiveChunk(piece: RobotMessage): void; receiveVoice(chunk: AiVoiceChunk): void };
  acks: Acks;
  /** Called when something before the push has not arrived yet. */
  requestSync(): void;
  /** Called when the gateway has ended this device's session. */
  onSignedOut(): void;
}

/** Creates the handler of pushes, which processes them in the order in which they arrive. */
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
  onSignedOut,
  emit,
  warn,
}: PushHandlerPorts): (push: Push) => void {
  // The acknowledgement follows the commit, because the gateway may then delete the row.
  async function receiveRows(rows: [Row, ...Row[]]): Promise<void> {
    const cursor = await inbox.store(rows);
    if (!cursor) return requestSync();
    acks.ackCursor(cursor);
  }

  /** The rows that wait to be stored next; null if something else has arrived since. */
  let batch: [Row, ...Row[]] | null = null;

  /** Rows that arrive while earlier ones are stored are stored together: a transaction costs more than its rows. */
  function receiveRow(row: Row): void {
    const last = batch?.at(-1);
    if (
      batch &&
      batch.length < limits.syncPage &&
      last?.conversationId === row.conversationId &&
      last.epoch === row.epoch &&
      last.seq + 1 === row.seq
    )
      return void batch.push(row);
    const rows: [Row, ...Row[]] = [row];
    batch = rows;
    runExclusive(() => {
      if (batch === rows) batch = null;
      return receiveRows(rows);
    }).catch((thrown: unknown) => emit(problemEvent('storeRow', thrown, row.id)));
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
    // Another device of this account reads, perhaps once a second: a sync would name every conversation each time.
    read: ({ conversationId, seq }) =>
      void runExclusive(() => readPositions.storeOwn(conversationId, seq)).catch(warn('storeReached')),
    signedOut: onSignedOut,
    registryChanged: ({ seq: revision }) => emit({ type: 'registryChanged', revision }),
    typing: onTyping(true),
    typingEnded: onTyping(false),
    peerRead: advancePeer('peerReadSeq'),
    peerDelivered: advancePeer('peerDeliveredSeq'),
    momentNews: () => emit({ type: 'momentNews' }),
    featureNews: ({ cmdId: feature, body }) => emit({ type: 'featureNews', feature, body }),
    aiVoice: ({ aiVoice }) => aiVoice && bots.receiveVoice(aiVoice),
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
    pushChatMessage: ({ body }) => receiveRow(body),
    pushNotify: ({ body }) => (noticeHandlers[body.type] ?? (() => warn('notice')(new Fault('BAD_REQUEST'))))(body),
    pushDevicesInfo: ({ body: { identifier, devices, unapproved } }) =>
      void runExclusive(() =>
        effects.setDevices(identifier, [...devices, ...unapproved.map((one) => ({ ...one, unapproved: true }))]),
      ).catch(warn('storeDevices')),
    pushRobotMessage: ({ body }) => bots.receiveChunk(body),
    pushCall: ({ body }) => emit({ type: 'call', ...body }),
  };

  return (push) => {
    if (push.name !== 'pushChatMessage') batch = null;
    (pushHandlers[push.name] as (push: Push) => void)(push);
  };
}
