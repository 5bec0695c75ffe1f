// When the signed-in account will be deleted.
import { engineState$ } from '@amber/client/hostEngine';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';

const deletesAt$ = new BehaviorSubject(0);
engineState$
  .pipe(
    map((state) => (state?.session ? (state.deletesAt ?? 0) : 0)),
    distinctUntilChanged(),
  )
  .subscribe(deletesAt$);

/** Returns milliseconds since 1970; 0 if the account is not to be deleted. Renders again when that changes. */
export const useDeletesAt = (): number => useBehaviorSubject(deletesAt$);
