// The badge of a feature that shows conversations.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { conversations$ } from '@amber/client/live';
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { sumUnread } from './unread.ts';

/** Emits the number of unread messages in conversations of a kind. */
export const unreadBadge$ = (kind: keyof ReturnType<typeof sumUnread>): Observable<number> =>
  conversations$.pipe(
    map((rows) => sumUnread(rows)[kind].unread),
    distinctUntilChanged(),
  );
