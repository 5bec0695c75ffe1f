// How many messages wait to be sent, above the composer while the network is slow.
import { useLive } from '@amber/client/live';
import { deliveryOf } from '@amber/client/messageState';
import { pendingOrder } from '@amber/client/rows';
import { useNow } from '@amber/ui/useNow';
import { messagesInOrder } from '../kit/messagesInOrder.ts';
import { words } from '../words/gen/timelineParts.ts';
import styles from './WaitingLine.module.css';

/** Milliseconds. A message that is sent sooner has not been noticed to wait. */
const noticedAfter = 2_000;

const none: readonly number[] = [];

function Count({ times }: { times: readonly number[] }) {
  const now = useNow(500);
  const count = times.filter((time) => time <= now - noticedAfter).length;
  return count > 0 && <p className={styles.line}>{words.waiting({ count })}</p>;
}

/** Its live region is there before its text, so that the text is announced. */
export function WaitingLine({ open, conversationId }: { open: boolean; conversationId: string }) {
  const live = useLive(
    async (db) => {
      const unsent = await messagesInOrder(db, conversationId, { from: pendingOrder(0) }).toArray();
      return unsent.filter((row) => deliveryOf(row) === 'queued').map(({ createdAt }) => createdAt);
    },
    [conversationId],
  );
  const times = live.status === 'ready' ? live.rows : none;
  return <div role="status">{open && times.length > 0 && <Count times={times} />}</div>;
}
