// Acknowledges stored messages and notices to the gateway, which may then delete them. Many acknowledgements share one
// command.
import type { CursorRow } from '@amber/client/db';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';

type AckedCursor = Pick<CursorRow, 'conversationId' | 'epoch' | 'seq'>;

export interface Acks {
  /** Acknowledges a cursor. Must be called after the commit, never before. */
  ackCursor(cursor: AckedCursor): void;
  /** Acknowledges a notice in the same way; 0 has no number to acknowledge. */
  ackNotice(seq: number): void;
  close(): void;
}

interface AcksPorts {
  clock: SchedulerLike;
  send(body: { cursors: AckedCursor[]; noticeSeq: number }): Promise<unknown>;
  onError(thrown: unknown): void;
}

/** How long acknowledgements are batched before one command sends them, in milliseconds. */
const batchWindow = 50;

export function createAcks({ clock, send, onError }: AcksPorts): Acks {
  const changed$ = new Subject<void>();
  const pending = new Map<string, AckedCursor>();
  let noticeSeq = 0;

  const sending = changed$.pipe(auditTime(batchWindow, clock)).subscribe(() => {
    const cursors = [...pending.values()];
    pending.clear();
    // A lost acknowledgement is harmless: the next sync sends the cursors again.
    send({ cursors, noticeSeq }).catch(onError);
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
