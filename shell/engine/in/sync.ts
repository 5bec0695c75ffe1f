// Fetches everything that this device missed since its cursors, in as few calls as possible.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { NoticeHandler } from './noticeHandler.ts';
import type { Inbox } from './inbox.ts';
import { problemEvent } from '../kit/problemEvent.ts';

interface SyncPorts {
  db: AccountDb;
  api: Api;
  inbox: Inbox;
  effects: NoticeHandler;
  emit(event: EngineEvent): void;
}

/**
 * Creates the sync, which repeats the call until the gateway has nothing more. The cursors of the request are also an
 * acknowledgement: everything before them is stored here.
 * @throws Fault of the failed call; what was stored until then stays.
 */
export function createSync({ db, api, inbox, effects, emit }: SyncPorts): () => Promise<void> {
  return async () => {
    for (let more = true; more;) {
      const cursors = (await db.cursors.toArray()).map(({ conversationId, epoch, seq }) => ({
        conversationId,
        epoch,
        seq,
      }));
      const reply = await api.message.sync({ cursors, noticeSeq: await effects.lastSeq() });
      // An empty reply that claims there is more would repeat the call forever.
      more = reply.more && (reply.notices.length > 0 || reply.parts.some(({ rows }) => rows.length > 0));
      for (const part of reply.parts) {
        if (!part.conversation) emit(problemEvent('syncPart', new Fault('BAD_REQUEST')));
        await inbox.storePart(part, !reply.more).catch((thrown: unknown) => {
          emit(problemEvent('syncPart', thrown));
          throw thrown;
        });
      }
      await effects.apply(reply.notices, { isComplete: true });
    }
  };
}

/**
 * All callers share the next sync that has not started yet. Whoever calls during a sync gets another one, because its
 * answer may lack what that caller knows of.
 */
export function createCatchUp(
  sync: () => Promise<void>,
  runExclusive: (run: () => Promise<void>) => Promise<void>,
): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () =>
    (next ??= runExclusive(() => {
      next = undefined;
      return sync();
    }));
}

/**
 * Creates the refresh of the conversation list, for changes without new messages. It is requested until it succeeds
 * once.
 * @throws Fault of the call.
 */
export function createRefreshList({
  db,
  api,
  inbox,
  runExclusive,
}: Pick<SyncPorts, 'db' | 'api' | 'inbox'> & {
  runExclusive(run: () => Promise<void>): Promise<void>;
}): () => Promise<void> {
  let hasList = false;
  return async () => {
    if (hasList) return;
    const before = await db.conversations.toArray();
    const { list } = await api.conversation.list({});
    await runExclusive(() => inbox.storeConversations(list, before));
    hasList = true;
  };
}
