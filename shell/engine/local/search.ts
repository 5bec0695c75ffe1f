// Local search: an index of normalized text on this device, updated with every write to messages.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { SearchIndex } from './searchIndex.ts';
import { trackMessageWrites } from './searchMarks.ts';

/** The calls of the index, which is loaded on the first call. */
export type Search = SearchIndex;

const updateAfter = 1_000;

/** Creates the search of the database of the account `me`. Must be called before the database is opened. */
export function createSearch(db: AccountDb, clock: SchedulerLike, me: string): Search {
  const marks$ = new Subject<void>();
  trackMessageWrites(db, () => marks$.next());

  // The index is a separate chunk, so that the conversation list does not wait for it.
  const index = onDemand(
    () => import(/* webpackChunkName: "search" */ './searchIndex.ts'),
    ({ createSearchIndex }) => createSearchIndex(db, clock, me),
  );
  const { update, find } = forwardTo(index.get, 'update', 'find');

  // If the code cannot be loaded, or the database fails or is closed meanwhile, the marks stay for the next update.
  const subscription = marks$.pipe(auditTime(updateAfter, clock)).subscribe(() => void update().catch(() => {}));

  return {
    update,
    async find(request) {
      if (typeof request.text !== 'string') throw new Fault('BAD_REQUEST');
      return find(request);
    },
    close() {
      subscription.unsubscribe();
      index.ifLoaded(({ close }) => close());
    },
  };
}
