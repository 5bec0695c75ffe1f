// The messages of a conversation in the order of its timeline.
import type { AccountDb } from '@amber/client/db';

/** Selects the messages of a range of orders, both ends included unless stated otherwise; without a range, all. */
export const messagesInOrder = (
  db: AccountDb,
  conversationId: string,
  { from = -Infinity, to = Infinity, includeFrom = true, includeTo = true } = {},
) =>
  db.messages
    .where('[conversationId+order]')
    .between([conversationId, from], [conversationId, to], includeFrom, includeTo);
