// The entries of the main navigation: what this server offers.
import { countWaiting } from '@amber/client/applies';
import { conversations$, live$ } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { whenIdle } from '@amber/client/remote';
import { session$ } from '@amber/client/session';
import { sumUnread } from '@amber/client/unread';
import { AiIcon, AirdropIcon, ChatsIcon, ContactsIcon, MomentsIcon, SettingsIcon, SpacesIcon } from '@amber/ui/icons';
import { type ComponentType, useEffect, useState } from 'react';
import { useMatch } from 'react-router-dom';
import { distinctUntilChanged, map, type Observable, of } from 'rxjs';
import { loadRemote } from '../../federation/remotes.ts';
import type { Feature } from '../../routes.ts';
import { words } from '../../words/gen/app.ts';
import { useOffers } from '../../federation/useOffers.ts';

export interface NavItem {
  key: string;
  to: string;
  label: string;
  Icon: ComponentType;
  /** How much is unread there. */
  badge$?: Observable<number>;
  /** The same in words, where it is not messages. */
  countWords?: (about: { count: number }) => string;
}

const features: readonly (Omit<NavItem, 'label'> & { key: Feature })[] = [
  { key: 'chat', to: paths.chats(), Icon: ChatsIcon },
  { key: 'channels', to: paths.discover(), Icon: SpacesIcon },
  { key: 'ai', to: paths.ai(), Icon: AiIcon },
  { key: 'moments', to: paths.moments(), Icon: MomentsIcon },
  { key: 'airdrop', to: paths.airdrop(), Icon: AirdropIcon },
];

/** They are shown by the chats' feature. */
const contacts: NavItem = {
  key: 'contacts',
  to: paths.contacts(),
  get label() {
    return words.contacts;
  },
  Icon: ContactsIcon,
  countWords: (about) => words.host.requests(about),
};

const waiting$ = live$(
  async (db) => countWaiting(await db.applies.toArray(), session$.value?.identifier ?? '', Date.now()),
  0,
);
/** While the page is open on which they are answered. */
const noneWaiting$ = of(0);

const settings: NavItem = {
  key: 'settings',
  to: paths.settings({ section: 'account' }),
  get label() {
    return words.settings.title;
  },
  Icon: SettingsIcon,
};

/** Of all spaces together, whether or not their feature is loaded. */
const spaces$ = conversations$.pipe(
  map((rows) => sumUnread(rows).spaces.unread),
  distinctUntilChanged(),
);

type Badges = Partial<Record<Feature, Observable<number>>>;

/** The badges of these features, one after the other in idle moments: no badge is worth a wait for what was asked for. */
function useFeatureBadges(wanted: readonly Feature[]): Badges {
  const [badges, setBadges] = useState<Badges>({});
  const names = wanted.join(' ');
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      for (const feature of names.split(' ') as Feature[]) {
        await whenIdle();
        if (!isWanted) return;
        // A feature that cannot be loaded has no badge; its own area says why.
        const remote = await loadRemote(feature).catch(() => undefined);
        if (remote) setBadges((known) => ({ ...known, [feature]: remote.badge$ }));
      }
    };
    if (names) void load();
    return () => {
      isWanted = false;
    };
  }, [names]);
  return badges;
}

/** What a badge is loaded for; the other features have theirs once they have been opened. */
const home: Feature = 'chat';

interface Place {
  /** Badges count what is a member's own. */
  isMember: boolean;
  /** The feature on screen. */
  open: Feature | undefined;
}

/** The entries, with the badges of what is loaded. */
export function useNavItems({ isMember, open }: Place): NavItem[] {
  const offers = useOffers();
  const offered = features.filter(({ key }) => offers.some(({ feature }) => feature === key));
  const isAnswering = useMatch(paths.newContacts()) !== null;
  const loaded = useFeatureBadges(
    offered.map(({ key }) => key).filter((key) => isMember && (key === home || key === open)),
  );
  const badges: Badges = isMember ? { ...loaded, channels: spaces$ } : loaded;
  return [
    ...offered.map((item) => ({
      ...item,
      label: words.features[item.key],
      ...(badges[item.key] && { badge$: badges[item.key]! }),
    })),
    ...(offered.some(({ key }) => key === home)
      ? [{ ...contacts, ...(isMember && { badge$: isAnswering ? noneWaiting$ : waiting$ }) }]
      : []),
    settings,
  ];
}
