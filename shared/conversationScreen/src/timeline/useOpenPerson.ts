// Opens the card of the author of a message in the details panel.
import { paths } from '@amber/client/paths';
import type { ConversationRow } from '@amber/client/rows';
import { useLocation, useNavigate } from 'react-router-dom';
import { fromChat } from '../details/fromDetails.ts';
import { personPath } from '../details/personPath.ts';

/** Returns the path of the card; the user's own is the profile, except in a group. */
function cardPath({ type, conversionId: cid, spaceId: sid }: ConversationRow, identifier: string, me: string): string {
  if (type === 'group') return personPath({ cid, sid }, identifier);
  if (identifier === me) return paths.profile({ identifier });
  return type === 'robot' ? paths.botDetails({ cid }) : paths.details({ cid });
}

export function useOpenPerson(conversation: ConversationRow, me: string): (identifier: string) => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  // An open panel shows the other person in its place, so that one step back still closes it.
  const isOpen = new URLSearchParams(search).has('details');
  return (identifier) =>
    void navigate(cardPath(conversation, identifier, me), isOpen ? { replace: true, state } : { state: fromChat });
}
