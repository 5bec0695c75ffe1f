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
  const [problem, setProblem] = useState('');
  const join = async () => {
    setBusy(true);
    setProblem('');
    try {
      await api.conversation.joinGroupConversation({ conversationId });
      await engine.refreshGroup({ conversationId });
      onJoined();
    } catch (thrown) {
      const fault = Fault.of(thrown);
      setProblem(fault.code === 'NO_AUTH' ? words.notOpen : getErrorMessage(fault));
    } finally {
      setBusy(false);
    }
  };
  return (
    <EmptyState
      Icon={SpacesIcon}
      title={words.notIn}
      text={problem || words.notInHint}
      action={
        <Button variant="primary" busy={busy} onClick={() => void join()}>
          {words.join}
        </Button>
      }
    />
  );
}
