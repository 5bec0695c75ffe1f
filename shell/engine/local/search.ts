// Local search: an index of normalized text on this device, updated with every write to messages.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';
import { lazyImport } from '../kit/lazyImport.ts';
import type { SearchIndex } from './searchIndex.ts';
import { trackMessageWrites } from './searchMarks.ts';

/** The calls of the index, which is loaded on the first call. */
export type Search = SearchIndex;

const updateAfter = 1_000;

/** Creates the search of a database. Must be called before the database is opened. */
export function createSearch(db: AccountDb, clock: SchedulerLike): Search {
  const marks$ = new Subject<void>();
  let loading: Promise<Search> | undefined;
  trackMessageWrites(db, () => marks$.next());

  /**
   * The index is a separate chunk, so that the conversation list does not wait for it. A failed import is repeated on
   * the next call.
   */
  const index = (): Promise<Search> => {
    loading ??= lazyImport(import(/* webpackChunkName: "search" */ './searchIndex.ts')).then(({ createSearchIndex }) =>
      createSearchIndex(db, clock),
    );
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const update = async () => (await index()).update();

  // If the code cannot be loaded, or the database fails or is closed meanwhile, the marks stay for the next update.
  const subscription = marks$.pipe(auditTime(updateAfter, clock)).subscribe(() => void update().catch(() => {}));

  return {
    update,
    async find(request) {
      if (typeof request.text !== 'string') throw new Fault('BAD_REQUEST');
      return (await index()).find(request);
    },
    close() {
      subscription.unsubscribe();
      void loading?.then((loaded) => loaded.close()).catch(() => {});
    },
  };
}
