// Fetches older messages from a gap of a conversation, page by page upwards.
import type { Row } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { shrinkGap, gapAbove } from '../rows/cursor.ts';
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
}

export function createHistoryLoader({ db, api, inbox }: HistoryLoaderPorts): HistoryLoader {
  const inFlight = new Map<string, Promise<void>>();

  const hasPage = async (conversationId: string, from: number, to: number) =>
    (await rowsInOrder(db.messages, conversationId, from, to).limit(limits.timelinePage).primaryKeys()).length ===
    limits.timelinePage;

  async function fetchPage(conversationId: string, beforeSeq: number): Promise<{ rows: Row[]; more: boolean }> {
    const conversation = await db.conversations.get(conversationId);
    const request = { conversationId, beforeSeq, limit: limits.timelinePage };
    if (conversation?.type === 'group') {
      const { list: rows, more } = await api.historyMessage.queryByGroup(request);
      return { rows, more };
    }
    const { rows } = await api.message.history(request);
    return { rows, more: rows.length > 0 };
  }

  return {
    async loadOlder(conversationId, beforeSeq) {
      const cursor = await db.cursors.get(conversationId);
      const gap = cursor && gapAbove(cursor, beforeSeq);
      if (!gap || (await hasPage(conversationId, gap.before, beforeSeq === 0 ? Infinity : beforeSeq))) return;
      const key = `${conversationId} ${gap.after} ${gap.before}`;
      const running =
        inFlight.get(key) ??
        fetchPage(conversationId, gap.before)
          .then(({ rows, more }) =>
            inbox.storeHistory(conversationId, rows, (now) => shrinkGap(now, gap, more ? rows[0]!.seq : gap.after + 1)),
          )
          .finally(() => inFlight.delete(key));
      inFlight.set(key, running);
      await running;
    },
  };
}
