// Local search: an index of folded words, updated with every write to messages, that stays on this device.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';
import { lazyImport } from '../kit/lazyImport.ts';
import type { SearchIndex } from './searchIndex.ts';
import { trackMessageWrites } from './searchMarks.ts';

/** The same calls as those of the index, which is loaded with the first of them. */
export type Search = SearchIndex;

const updateAfter = 1_000;

/** The search of a database that is not open yet. */
export function createSearch(db: AccountDb, clock: SchedulerLike): Search {
  const marks$ = new Subject<void>();
  let loading: Promise<Search> | undefined;
  trackMessageWrites(db, () => marks$.next());

  /** A separate chunk: the list of conversations does not wait for it. One that failed to load is asked for again. */
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

  // Without the code, or with a database that fails or is closed meanwhile, the marks stay.
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
