// The entries of the main navigation: what the remotes' places bring, and the host's own settings.
import { paths } from '@amber/client/paths';
import { whenIdle } from '@amber/client/remote';
import type { PlaceEntry } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { titleIn } from '@amber/proto/pathRouting';
import { SettingsIcon } from '@amber/ui/icons';
import { pageLanguage } from '@amber/words/languages';
import { type ComponentType, useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import type { Observable } from 'rxjs';
import type { Federation } from '../../federation/createFederation.ts';
import type { Feature } from '../../federation/registry/Feature.ts';
import { words } from '../../words/gen/app.ts';
import { useCurrentFederation } from '../../federation/show/useFederation.ts';
import { badgeOf, isRequestsPageOpen$, setOwnBadge } from './badges.ts';
import { iconOf } from '../../kit/iconOf.tsx';

export interface NavItem {
  key: string;
  to: string;
  label: string;
  Icon: ComponentType;
  /** Whose it is; empty for the host's own. */
  feature: Feature;
  /** On a phone it is on the page 'Me'. */
  underMe: boolean;
  /** Stands for all spaces where there is no room for each. */
  isSpaces?: boolean;
  /** How much is unread there. */
  badge$?: Observable<number>;
  /** The same in words, where it is not messages. */
  countLabel?: (about: { count: number }) => string;
}

const settings: NavItem = {
  key: 'settings',
  to: paths.settings({ section: 'account' }),
  get label() {
    return words.settings.title;
  },
  Icon: SettingsIcon,
  feature: '',
  underMe: true,
};

const itemOf = (
  { titleOf }: Federation,
  feature: Feature,
  { to, titles, icon: drawing, badge, underMe }: PlaceEntry,
): NavItem => ({
  key: to,
  to,
  label: titleIn(titles, pageLanguage()) ?? titleOf(feature),
  Icon: iconOf(drawing),
  feature,
  underMe,
  isSpaces: badge === 'spaces',
  ...(badge === 'applies' && { countLabel: (about: { count: number }) => words.host.requests(about) }),
});

/** The remotes' entries in their order. A phone's bar has room for a few; the others are under 'Me'. */
function entriesOf(federation: Federation, isMember: boolean): NavItem[] {
  let inBar = 0;
  return federation
    .offeredFeatures()
    .flatMap((feature) => federation.placementOf(feature)!.entries.map((entry) => ({ feature, entry })))
    .sort((one, other) => one.entry.order - other.entry.order)
    .map(({ feature, entry }) => {
      const item = itemOf(federation, feature, entry);
      if (!item.underMe && (inBar += 1) > limits.barEntriesMax) item.underMe = true;
      const badge$ = isMember ? badgeOf(feature, entry.badge) : undefined;
      return badge$ ? { ...item, badge$ } : item;
    });
}

/** Loads these features one after the other in idle moments, for their badges: no badge is worth a wait for what was asked for. */
function useIdleLoads({ loadRemote }: Federation, wanted: readonly Feature[]): void {
  const names = wanted.join(' ');
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      for (const feature of names.split(' ')) {
        await whenIdle();
        if (!isMounted) return;
        // A feature that cannot be loaded has no badge; its own area says why.
        const remote = await loadRemote(feature).catch(() => undefined);
        if (remote) setOwnBadge(feature, remote.badge$);
      }
    };
    if (names) void load();
    return () => {
      isMounted = false;
    };
  }, [loadRemote, names]);
}

interface NavItemsOptions {
  /** Badges count what is a member's own. */
  isMember: boolean;
}

/** The entries, with the badges of what is loaded. */
export function useNavItems({ isMember }: NavItemsOptions): NavItem[] {
  const federation = useCurrentFederation();
  const isRequestsPageOpen = useMatch(paths.newContacts()) !== null;
  useEffect(() => isRequestsPageOpen$.next(isRequestsPageOpen), [isRequestsPageOpen]);
  const [home, ...others] = federation.offeredFeatures();
  // The home is loaded ahead of the first visit; of the others only those whose badge nobody else can count.
  const counting = others.filter((feature) =>
    federation.placementOf(feature)!.entries.some(({ badge }) => badge === 'own'),
  );
  useIdleLoads(federation, isMember && home !== undefined ? [home, ...counting] : []);
  return [...entriesOf(federation, isMember), settings];
}

/** On a phone the page 'Me' leads to them: those that count something first, the others last. */
export const useItemsUnderMe = (): { first: NavItem[]; last: NavItem[] } => {
  const federation = useCurrentFederation();
  const items = entriesOf(federation, true).filter(({ underMe }) => underMe);
  return { first: items.filter(({ badge$ }) => badge$), last: items.filter(({ badge$ }) => !badge$) };
};
