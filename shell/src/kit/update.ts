// A newer build that waits for the user to accept it.
import { BehaviorSubject } from 'rxjs';

/** Null while there is no newer build. `apply` activates it in every tab. */
export const update$ = new BehaviorSubject<{ apply(): void } | null>(null);
