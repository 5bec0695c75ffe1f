// Acknowledges to the gateway what is stored here, many places by one command: it may then delete them.
import type { CursorRow } from '@amber/client/db';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';

type Acknowledged = Pick<CursorRow, 'conversationId' | 'epoch' | 'seq'>;

export interface Acks {
  /** Must be called after the commit, never before. */
  storedTo(cursor: Acknowledged): void;
  /** The same for a notice; 0 has no place. */
  tookNotice(seq: number): void;
  close(): void;
}

interface AcksPorts {
  clock: SchedulerLike;
  send(body: { cursors: Acknowledged[]; noticeSeq: number }): Promise<unknown>;
  failed(thrown: unknown): void;
}

/** How long acknowledgements are batched before one command carries them. */
const gatherFor = 50;

export function createAcks({ clock, send, failed }: AcksPorts): Acks {
  const some$ = new Subject<void>();
  const places = new Map<string, Acknowledged>();
  let noticeSeq = 0;

  const sending = some$.pipe(auditTime(gatherFor, clock)).subscribe(() => {
    const cursors = [...places.values()];
    places.clear();
    // A lost acknowledgement is harmless: the next sync carries the cursors again.
    send({ cursors, noticeSeq }).catch(failed);
  });

  return {
    storedTo({ conversationId, epoch, seq }) {
      places.set(conversationId, { conversationId, epoch, seq });
      some$.next();
    },
    tookNotice(seq) {
      noticeSeq = Math.max(noticeSeq, seq);
      if (seq > 0) some$.next();
    },
    close: () => sending.unsubscribe(),
  };
}
