// Acknowledges to the gateway what is stored here, many places by one command: it may then delete them.
import type { CursorRow } from '@amber/client/db';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';

type AckedCursor = Pick<CursorRow, 'conversationId' | 'epoch' | 'seq'>;

export interface Acks {
  /** Must be called after the commit, never before. */
  ackCursor(cursor: AckedCursor): void;
  /** The same for a notice; 0 has no place. */
  ackNotice(seq: number): void;
  close(): void;
}

interface AcksPorts {
  clock: SchedulerLike;
  send(body: { cursors: AckedCursor[]; noticeSeq: number }): Promise<unknown>;
  failed(thrown: unknown): void;
}

/** How long acknowledgements are batched before one command carries them. */
const batchWindow = 50;

export function createAcks({ clock, send, failed }: AcksPorts): Acks {
  const changed$ = new Subject<void>();
  const pending = new Map<string, AckedCursor>();
  let noticeSeq = 0;

  const sending = changed$.pipe(auditTime(batchWindow, clock)).subscribe(() => {
    const cursors = [...pending.values()];
    pending.clear();
    // A lost acknowledgement is harmless: the next sync carries the cursors again.
    send({ cursors, noticeSeq }).catch(failed);
  });

  return {
    ackCursor({ conversationId, epoch, seq }) {
      pending.set(conversationId, { conversationId, epoch, seq });
      changed$.next();
    },
    ackNotice(seq) {
      noticeSeq = Math.max(noticeSeq, seq);
      if (seq > 0) changed$.next();
    },
    close: () => sending.unsubscribe(),
  };
}
