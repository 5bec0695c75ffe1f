// Fetches everything that this device missed since its cursors, in as few calls as possible.
import { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import type { NoticeHandler } from './noticeHandler.ts';
import type { Inbox } from './inbox.ts';
import { problemEvent } from '../kit/problemEvent.ts';

interface SyncPorts extends Pick<AccountContext, 'db' | 'api' | 'emit'> {
  inbox: Inbox;
  effects: NoticeHandler;
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
 * Creates the refresh of the conversation list, for changes without new messages. It is requested until it succeeds
 * once.
 * @throws Fault of the call.
 */
export function createRefreshList({
  db,
  api,
  inbox,
  runExclusive,
}: Pick<SyncPorts, 'db' | 'api' | 'inbox'> & Pick<AccountContext, 'runExclusive'>): () => Promise<void> {
  let hasList = false;
  return async () => {
    if (hasList) return;
    const before = await db.conversations.toArray();
    const { list } = await api.conversation.list({});
    await runExclusive(() => inbox.storeConversations(list, before));
    hasList = true;
  };
}
