// Sets the page's title to the name of what a feature's address opens: a chat, a room and its space, a person.
import { conversationName } from '@amber/client/conversationName';
import { useLive } from '@amber/client/live';
import { localizeSpace } from '@amber/client/seededNames';
import { useSession } from '@amber/client/session';
import { personName } from '@amber/ui/personName';
import { useLocation } from 'react-router-dom';
import { activeItem } from './navigation/activeItem.ts';
import type { NavItem } from './navigation/navItems.tsx';
import type { Feature } from '../federation/registry/Feature.ts';
import { useTitle } from './pageTitle.ts';

/** Returns the segments of an address, last one first; one that cannot be decoded is empty. */
function segmentsOf(pathname: string, search: string): string[] {
  try {
    const pathSegments = decodeURIComponent(pathname).split('/').filter(Boolean);
    return [...new URLSearchParams(search).values(), ...pathSegments.toReversed()];
  } catch {
    return [];
  }
}

/** Renders nothing. A page whose address names nobody is titled like its navigation entry. */
export function FeatureTitle({ items, feature }: { items: readonly NavItem[]; feature: Feature }) {
  const { pathname, search } = useLocation();
  const me = useSession()?.identifier ?? '';
  const live = useLive(
    async (db) => {
      const ids = segmentsOf(pathname, search);
      const [conversations, spaces, people] = await Promise.all([
        db.conversations.bulkGet(ids),
        db.spaces.bulkGet(ids),
        db.contacts.bulkGet(ids),
      ]);
      return ids.flatMap((_, index) => {
        const [conversation, space, person] = [conversations[index], spaces[index], people[index]];
        if (conversation) return personName(conversationName(conversation, me));
        return (
          (space && localizeSpace(space).spaceName) || person?.remarkName || personName(person?.lastName ?? '') || []
        );
      });
    },
    [pathname, search, me],
  );
  const names = live.status === 'ready' ? live.rows : [];
  const active = activeItem(items, pathname, feature);
  useTitle(...(names.length > 0 ? names : [items.find(({ key }) => key === active)?.label]));
  return null;
}
