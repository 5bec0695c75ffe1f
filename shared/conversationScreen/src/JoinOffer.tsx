// The screen that a link to a group shows to a person who is not a member.
import { api, engine } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { words } from './words/gen/joinOffer.ts';

/** Offers to join the group; `onJoined` loads the conversation again. */
export function JoinOffer({ conversationId, onJoined }: { conversationId: string; onJoined(): void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Fault | null>(null);
  // The gateway refuses a chat that does not exist like one that is closed to this person.
  const isRefused = problem?.code === 'NO_AUTH';
  const join = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await api.conversation.joinGroupConversation({ conversationId });
      await engine.refreshGroup({ conversationId });
      onJoined();
    } catch (thrown) {
      setProblem(Fault.of(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <EmptyState
      Icon={SpacesIcon}
      title={words.notIn}
      text={isRefused ? words.notOpen : problem ? getErrorMessage(problem) : words.notInHint}
      action={
        !isRefused && (
          <Button variant="primary" busy={busy} onClick={() => void join()}>
            {words.join}
          </Button>
        )
      }
    />
  );
}
