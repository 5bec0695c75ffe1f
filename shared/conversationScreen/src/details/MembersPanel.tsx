// The panel with all members of the open group, which replaces its details.
import type { ConversationRow } from '@amber/client/db';
import { AllMembers } from './AllMembers.tsx';
import { useCommand } from '../kit/useCommand.ts';
import { memberRightsIn } from './useMemberItems.tsx';
import { useMembers } from '../people/useMembers.ts';

export function MembersPanel({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const people = useMembers(conversation);
  const sendCommand = useCommand(conversation.conversionId);
  const isOwner = people.known.some(({ identifier, role }) => identifier === me && role === 'owner');
  return (
    <AllMembers
      conversationId={conversation.conversionId}
      people={people}
      me={me}
      sendCommand={sendCommand}
      {...memberRightsIn(conversation, isOwner)}
    />
  );
}
