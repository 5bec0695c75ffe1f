// Searches the members of a group by a part of their names.
import { useQuery } from '@amber/client/useQuery';
import { engine } from '@amber/client/engine';
import { useDebounced } from '../kit/useDebounced.ts';
import type { PeopleSearchState } from './usePeopleSearch.ts';

/** Returns the first members while nothing is typed; idle without a group. */
export function useMemberSearch(conversationId: string, typed: string): [found: PeopleSearchState, again: () => void] {
  const word = useDebounced(typed.trim());
  const [request, again] = useQuery(
    async () => (conversationId ? (await engine.members({ conversationId, word, after: '' })).members : []),
    [conversationId, word],
  );
  if (!conversationId) return [{ status: 'idle' }, again];
  if (request.status === 'loading') return [{ status: 'searching' }, again];
  return [request.status === 'error' ? request : { status: 'ready', people: request.answer }, again];
}
