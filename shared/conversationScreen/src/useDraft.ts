// The stored draft of a conversation.
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { pendingDraft } from '@amber/client/pendingCalls';
import { createDraftSaver } from '@amber/conversation/draftSaver';
import { useEffect, useMemo, useState } from 'react';

/**
 * Returns the draft, null until it is loaded, and its saver. A draft that no engine has stored yet takes precedence
 * over the stored one.
 */
export function useDraft(conversationId: string) {
  const [pending] = useState(() => pendingDraft(session$.value?.identifier ?? '', conversationId));
  const live = useLive((db) => db.drafts.get(conversationId), [conversationId]);
  const saver = useMemo(
    () =>
      // A draft that could not be saved is still in the box, and the next pause tries again.
      createDraftSaver((text) => void engine.saveDraft({ conversationId, text }).catch(() => {})),
    [conversationId],
  );

  useEffect(() => {
    addEventListener('pagehide', saver.flush);
    return () => {
      removeEventListener('pagehide', saver.flush);
      saver.flush();
    };
  }, [saver]);

  const stored = live.status === 'loading' ? null : live.status === 'ready' ? (live.rows?.text ?? '') : '';
  return { draft: pending ?? stored, ...saver };
}
