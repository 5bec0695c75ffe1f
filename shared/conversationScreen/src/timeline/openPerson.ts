// Opens the card of the author of a message in the details panel.
import { paths } from '@amber/client/paths';
import type { ConversationRow } from '@amber/client/rows';
import type { Location, NavigateFunction } from 'react-router-dom';
import { fromChat } from '../details/fromDetails.ts';
import { personPath } from '../details/personPath.ts';

interface Author {
  conversation: ConversationRow;
  identifier: string;
  me: string;
}

/** Returns the path of the card; outside of groups, the user's own is the profile. */
function cardPath({ conversation: { type, conversionId: cid, spaceId: sid }, identifier, me }: Author): string {
  if (type === 'group') return personPath({ cid, sid }, identifier);
  if (identifier === me) return paths.profile({ identifier });
  return type === 'robot' ? paths.botDetails({ cid }) : paths.details({ cid });
}

export function openPerson(author: Author, { search, state }: Location, navigate: NavigateFunction): void {
  // An open panel shows the other person in its place, so that one step back still closes it.
  const isOpen = new URLSearchParams(search).has('details');
  void navigate(cardPath(author), isOpen ? { replace: true, state } : { state: fromChat });
}
