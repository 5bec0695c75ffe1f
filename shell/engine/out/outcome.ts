// Applies the result of sending: the message gets its position, is marked as failed, or is removed.
import type { ConversationRow } from '@amber/client/db';
import type { Content, Row, SendMessageReply } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import { putLocalLine } from '../rows/systemLines.ts';
import { isSealed } from '../rows/people/privateChats.ts';
import { reapplyChanges } from '../rows/changes.ts';
import { relist } from '../rows/listing.ts';
import type { Inbox } from '../in/inbox.ts';
import { recordRequested } from '../rows/missing.ts';
import type { EmitOutboxEvent } from './outboxEvent.ts';

/** A message and the gateway's answer, which contains its position. */
interface SentMessage {
  content: Content;
  reply: SendMessageReply;
}

export interface Outcome {
  /** Stores accepted messages like every arriving row. Messages that precede them may still have to arrive. */
  settle(conversation: ConversationRow | undefined, sent: readonly SentMessage[]): Promise<void>;
  /** Removes the message from the queue and marks it as failed. */
  fail(id: string, conversationId: string, fault: Fault): Promise<void>;
  /** Removes a refused command and reverts its changes. */
  undo(content: Content, conversationId: string, fault: Fault): Promise<void>;
}

export interface OutcomePorts extends Pick<AccountContext, 'db' | 'me' | 'clock' | 'runExclusive' | 'emit'> {
  inbox: Pick<Inbox, 'confirmOwn'>;
  emitOutboxEvent: EmitOutboxEvent;
}

/** These faults are also shown as a toast, because the message itself does not explain what to do. */
const toastFaults: ReadonlySet<string> = new Set(['PRIVATE_CLOSED', 'NOT_MEMBER']);

export function createOutcome({ db, me, clock, inbox, runExclusive, emit, emitOutboxEvent }: OutcomePorts): Outcome {
  async function settle(conversation: ConversationRow | undefined, sent: readonly SentMessage[]): Promise<void> {
    if (!conversation) return;
    const { conversionId: conversationId, type: conversationType } = conversation;
    const rows = sent.map(({ content: { id }, reply: { epoch, seq, timestamp } }): Row => ({
      conversationId,
      conversationType,
      epoch,
      seq,
      prevSeq: seq - 1,
      id,
      sender: me,
      timestamp,
      copy: isSealed(conversation, me) ? 'acked' : 'open',
      content: null,
    }));
    // The gateway's version of a command is accepted only in a group.
    const contents = sent.map(({ content, reply }) =>
      conversationType === 'group' ? (reply.content ?? content) : content,
    );
    const store = () => inbox.confirmOwn(rows, contents);
    // A sync in progress may contain the same command.
    const isCommand = sent.some(({ content }) => content.cmdId);
    if (!(await (isCommand ? runExclusive(store) : store()))) emitOutboxEvent({ type: 'gap' });
    emitOutboxEvent({ type: 'accepted' });
  }

  const fail: Outcome['fail'] = async (id, conversationId, fault) => {
    await db.transaction('rw', db.messages, db.outbox, db.conversations, async () => {
      await db.outbox.delete(id);
      await db.messages.update(id, { loading: false, pending: false, error: 'error', fault: fault.code });
      await relist(db, conversationId, [id]);
      if (fault.code === 'BLOCKED')
        await putLocalLine(db, {
          id: `blocked ${id}`,
          conversationId,
          cmdId: 'blocked',
          actor: me.identifier,
          at: clock.now(),
        });
    });
    if (toastFaults.has(fault.code)) emit({ type: 'refused', code: fault.code });
  };

  const undo: Outcome['undo'] = async ({ id, cmdId, targets }, conversationId, fault) => {
    const tables = [db.messages, db.outbox, db.changes, db.conversations, db.files, db.identity];
    await db.transaction('rw', tables, async () => {
      if (cmdId === 'resendRequest') await recordRequested(db, targets, clock.now());
      await db.outbox.delete(id);
      await db.changes.delete(id);
      await reapplyChanges(db, conversationId, targets);
    });
    // These commands are automatic, so nobody awaits a result.
    if (cmdId !== 'resendRequest' && cmdId !== 'resend') emit({ type: 'refused', code: fault.code });
  };

  return { settle, fail, undo };
}
