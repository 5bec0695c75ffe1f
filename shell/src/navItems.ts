// The entries of the main navigation: what this server offers.
import { paths } from '@amber/client/paths';
import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';
import { isOffered, loadRemote } from './remotes.ts';
import type { Feature } from './routes.ts';
import { strings } from './screens/strings.ts';
import { ChatsIcon, SettingsIcon } from '@amber/ui/icons';
import type { NavItem } from './screens/Host.tsx';

const features: readonly (Omit<NavItem, 'label'> & { key: Feature })[] = [
  { key: 'chat', to: paths.chats(), Icon: ChatsIcon },
];

const offered = features.filter(({ key }) => isOffered(key));

const settings: NavItem = { key: 'settings', to: paths.settings({ section: 'account' }), label: strings.settings.title, Icon: SettingsIcon };

/** The entries, each with its feature's badge once that is loaded. */
export function useNavItems(): NavItem[] {
  const [badges, setBadges] = useState<Partial<Record<Feature, Observable<number>>>>({});
  useEffect(() => {
    for (const { key } of offered) {
      // A feature that cannot be loaded has no badge; its own area says why.
      loadRemote(key).then(({ badge$ }) => setBadges((known) => ({ ...known, [key]: badge$ })), () => {});
    }
  }, []);
  return [
    ...offered.map((item) => ({ ...item, label: strings.features[item.key], ...(badges[item.key] && { badge$: badges[item.key]! }) })),
    settings,
  ];
}
