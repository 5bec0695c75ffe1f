// Fetches the messages in a gap of a conversation, page by page from either end.
import type { Gap } from '@amber/client/db';
import type { Row } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { fillGaps, gapAbove, gapBelow } from '../rows/cursor.ts';
import type { Inbox } from './inbox.ts';

interface HistoryLoaderPorts extends Pick<AccountContext, 'db' | 'api'> {
  inbox: Inbox;
}

export interface HistoryLoader {
  /**
   * Fetches the page before `beforeSeq` (0 is the end) if this device lacks it. Concurrent calls for the same gap share
   * one request. Nothing is requested while a whole page is stored here.
   * @throws Fault of the call.
   */
  loadOlder(conversationId: string, beforeSeq: number): Promise<void>;
  /** Fetches the page after `afterSeq` in the same way. */
  loadNewer(conversationId: string, afterSeq: number): Promise<void>;
}

export function createHistoryLoader({ db, api, inbox }: HistoryLoaderPorts): HistoryLoader {
  const inFlight = new Map<string, Promise<void>>();

  const hasPage = async (conversationId: string, from: number, to: number) =>
    (await rowsInOrder(db.messages, conversationId, from, to).limit(limits.timelinePage).primaryKeys()).length ===
    limits.timelinePage;

  /** Fetches the newest messages of this range, at most a page. Returns which part of the range they are. */
  async function fetchPage(conversationId: string, { after, before }: Gap): Promise<{ rows: Row[]; stored: Gap }> {
    const conversation = await db.conversations.get(conversationId);
    const request = { conversationId, beforeSeq: before, limit: Math.min(limits.timelinePage, before - after - 1) };
    const isGroup = conversation?.type === 'group';
    const reply = isGroup ? await api.historyMessage.queryByGroup(request) : await api.message.history(request);
    const rows = 'list' in reply ? reply.list : reply.rows;
    const first = rows[0]?.seq ?? 0;
    // Where the gateway has nothing more, or answers with something else, the rest of the range is not requested again.
    const isPart = first > after && first < before && !('more' in reply && !reply.more);
    return { rows, stored: { after: isPart ? first - 1 : after, before } };
  }

  /** Concurrent calls for the same range share one request. */
  async function load(conversationId: string, epoch: number, range: Gap): Promise<void> {
    const key = `${conversationId} ${range.after} ${range.before}`;
    const running =
      inFlight.get(key) ??
      fetchPage(conversationId, range)
        .then(({ rows, stored }) =>
          inbox.storeHistory(conversationId, rows, (now) => (now.epoch === epoch ? fillGaps(now, stored) : now)),
        )
        .finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    await running;
  }

  return {
    async loadOlder(conversationId, beforeSeq) {
      const cursor = await db.cursors.get(conversationId);
      const gap = cursor && gapAbove(cursor, beforeSeq);
      if (!gap || (await hasPage(conversationId, gap.before, beforeSeq === 0 ? Infinity : beforeSeq))) return;
      await load(conversationId, cursor.epoch, gap);
    },
    async loadNewer(conversationId, afterSeq) {
      const cursor = await db.cursors.get(conversationId);
      const gap = cursor && gapBelow(cursor, afterSeq);
      if (!gap || (await hasPage(conversationId, afterSeq + 1, gap.after + 1))) return;
      const after = Math.max(afterSeq, gap.after);
      await load(conversationId, cursor.epoch, {
        after,
        before: Math.min(gap.before, after + 1 + limits.timelinePage),
      });
    },
  };
}
