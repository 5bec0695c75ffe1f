// The entries of the main navigation: those of the remotes' placements, and the host's own settings.
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
  /** The feature that the entry belongs to; empty for the host's own. */
  feature: Feature;
  /** On a phone, the entry is on the page 'Me'. */
  underMe: boolean;
  /** The entry replaces the links to single spaces on a phone. */
  isSpaces?: boolean;
  /** Emits the unread count. */
  badge$?: Observable<number>;
  /** Formats the count for screen readers, if it does not count messages. */
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

/** Returns the remotes' entries in order. A phone's bar shows the first few; the others are on the page 'Me'. */
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

/**
 * Loads these features sequentially in idle moments to show their badges. They must not delay what the user requested.
 */
function useIdleLoads({ loadRemote }: Federation, wanted: readonly Feature[]): void {
  const names = wanted.join(' ');
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      for (const feature of names.split(' ')) {
        await whenIdle();
        if (!isMounted) return;
        // A feature that cannot be loaded has no badge; its own screen shows the error.
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
  /** Only members have badges, because badges count a member's own data. */
  isMember: boolean;
}

/** Returns the entries, with badges for the loaded features. */
export function useNavItems({ isMember }: NavItemsOptions): NavItem[] {
  const federation = useCurrentFederation();
  const isRequestsPageOpen = useMatch(paths.newContacts()) !== null;
  useEffect(() => isRequestsPageOpen$.next(isRequestsPageOpen), [isRequestsPageOpen]);
  const [home, ...others] = federation.offeredFeatures();
  // The first feature is preloaded before it is visited; of the others, only those that count their badge themselves.
  const counting = others.filter((feature) =>
    federation.placementOf(feature)!.entries.some(({ badge }) => badge === 'own'),
  );
  useIdleLoads(federation, isMember && home !== undefined ? [home, ...counting] : []);
  return [...entriesOf(federation, isMember), settings];
}

/** Returns the entries on a phone's page 'Me': those with a badge first, the others last. */
export const useMePageItems = (): { first: NavItem[]; last: NavItem[] } => {
  const federation = useCurrentFederation();
  const items = entriesOf(federation, true).filter(({ underMe }) => underMe);
  return { first: items.filter(({ badge$ }) => badge$), last: items.filter(({ badge$ }) => !badge$) };
};
