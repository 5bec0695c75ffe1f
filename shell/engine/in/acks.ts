// Acknowledges stored messages and notices to the gateway, which may then delete them. Many acknowledgements share one
// command.
import type { CursorRow } from '@amber/client/db';
import { auditTime, Subject } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';

type AckedCursor = Pick<CursorRow, 'conversationId' | 'epoch' | 'seq'>;

export interface Acks {
  /** Acknowledges a cursor. Must be called after the commit, never before. */
  ackCursor(cursor: AckedCursor): void;
  /** Acknowledges a notice in the same way; 0 has no number to acknowledge. */
  ackNotice(seq: number): void;
  close(): void;
}

interface AcksPorts extends Pick<AccountContext, 'clock' | 'warn'> {
  send(body: { cursors: AckedCursor[]; noticeSeq: number }): Promise<unknown>;
}

/** How long acknowledgements are batched before one command sends them, in milliseconds. */
const batchWindow = 50;

export function createAcks({ clock, send, warn }: AcksPorts): Acks {
  const changed$ = new Subject<void>();
  const pending = new Map<string, AckedCursor>();
  let noticeSeq = 0;

  const sending = changed$.pipe(auditTime(batchWindow, clock)).subscribe(() => {
    const cursors = [...pending.values()];
    pending.clear();
    // A lost acknowledgement is harmless: the next sync sends the cursors again.
    send({ cursors, noticeSeq }).catch(warn('acks'));
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
