// Members of a group by a part of their names, for choosing among them.
import { useAsk } from '@amber/client/ask';
import { engine } from '@amber/client/engine';
import { useSettled } from '../kit/useSettled.ts';
import type { Found } from './usePeopleSearch.ts';

/** The first of them while nothing is typed; empty without a group. */
export function usePeopleOf(conversationId: string, typed: string): [found: Found, again: () => void] {
  const word = useSettled(typed.trim());
  const [asked, again] = useAsk(
    async () => (conversationId ? (await engine.members({ conversationId, word, after: '' })).members : []),
    [conversationId, word],
  );
  if (!conversationId) return [{ status: 'idle' }, again];
  if (asked.status === 'loading') return [{ status: 'searching' }, again];
  return [asked.status === 'error' ? asked : { status: 'ready', people: asked.answer }, again];
}
