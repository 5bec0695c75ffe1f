// The entries of the main navigation: what this server offers.
import { paths } from '@amber/client/paths';
import { AiIcon, AirdropIcon, ChatsIcon, MomentsIcon, SettingsIcon, SpacesIcon } from '@amber/ui/icons';
import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';
import { loadRemote } from './remotes.ts';
import type { Feature } from './routes.ts';
import type { NavItem } from './screens/Host.tsx';
import { strings } from './screens/strings.ts';
import { useOffers } from './useOffers.ts';
import { whenIdle } from './whenIdle.ts';

const features: readonly (Omit<NavItem, 'label'> & { key: Feature })[] = [
  { key: 'chat', to: paths.chats(), Icon: ChatsIcon },
  { key: 'channels', to: paths.discover(), Icon: SpacesIcon },
  { key: 'ai', to: paths.ai(), Icon: AiIcon },
  { key: 'moments', to: paths.moments(), Icon: MomentsIcon },
  { key: 'airdrop', to: paths.airdrop(), Icon: AirdropIcon },
];

const settings: NavItem = { key: 'settings', to: paths.settings({ section: 'account' }), label: strings.settings.title, Icon: SettingsIcon };

type Badges = Partial<Record<Feature, Observable<number>>>;

/** The badges, feature by feature and only in idle moments: none of them is worth a wait for what was asked for. */
function useFeatureBadges(offered: readonly Feature[]): Badges {
  const [badges, setBadges] = useState<Badges>({});
  const names = offered.join(' ');
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      for (const feature of names.split(' ') as Feature[]) {
        await whenIdle();
        if (!wanted) return;
        // A feature that cannot be loaded has no badge; its own area says why.
        const remote = await loadRemote(feature).catch(() => undefined);
        if (wanted && remote) setBadges((known) => ({ ...known, [feature]: remote.badge$ }));
      }
    };
    if (names) void load();
    return () => { wanted = false; };
  }, [names]);
  return badges;
}

/** The entries, each with its feature's badge once that is loaded. `isMember`: only members have badges. */
export function useNavItems({ isMember }: { isMember: boolean }): NavItem[] {
  const offers = useOffers();
  const offered = features.filter(({ key }) => offers.some(({ feature }) => feature === key));
  const badges = useFeatureBadges(isMember ? offered.map(({ key }) => key) : []);
  return [
    ...offered.map((item) => ({ ...item, label: strings.features[item.key], ...(badges[item.key] && { badge$: badges[item.key]! }) })),
    settings,
  ];
}
