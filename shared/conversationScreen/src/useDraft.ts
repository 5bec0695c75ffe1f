// What is being written in a conversation, kept while it is away.
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { createDraftSaver } from '@amber/conversation/draftSaver';
import { useEffect, useMemo } from 'react';

/** The stored draft, null until it is known, and the saver for what comes. */
export function useDraft(conversationId: string) {
  const live = useLive((db) => db.drafts.get(conversationId), [conversationId]);
  const saver = useMemo(
    () =>
      createDraftSaver({
        // A draft that could not be saved is still in the box; the next pause tries again.
        save: (text) => void engine.saveDraft({ conversationId, text }).catch(() => {}),
      }),
    [conversationId],
  );

  useEffect(() => {
    addEventListener('pagehide', saver.flush);
    return () => {
      removeEventListener('pagehide', saver.flush);
      saver.flush();
    };
  }, [saver]);

  return { draft: live.status === 'loading' ? null : live.status === 'ready' ? (live.rows?.text ?? '') : '', ...saver };
}
