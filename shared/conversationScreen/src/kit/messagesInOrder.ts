// The messages of a conversation in the order of its timeline.
import type { AccountRows } from '@amber/client/rows';

/** Selects the messages of a range of orders, both ends included unless stated otherwise; without a range, all. */
export const messagesInOrder = (
  db: AccountRows,
  conversationId: string,
  { from = -Infinity, to = Infinity, includeFrom = true, includeTo = true } = {},
) =>
  db.messages
    .where('[conversationId+order]')
    .between([conversationId, from], [conversationId, to], includeFrom, includeTo);
