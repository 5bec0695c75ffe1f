// A remote's placement as its team writes it, in its amber-remote.json.
import type { Place, PlaceEntry, PlacePath, PlaceTab, Title } from '../gen/types.ts';

/** Texts by language: `{ "en": "Polls" }`. */
type Titles = Readonly<Record<string, string>>;

export interface PlacementManifest {
  titles: Titles;
  /** The access level of each path, by its pattern. */
  paths: Readonly<Record<string, string>>;
  /** The paths whose screens fill a phone: without the navigation bar, left with Back. */
  filling?: readonly string[];
  navigation?: readonly {
    to: string;
    order: number;
    /** SVG path data for 24 × 24 pixels. */
    icon: string;
    badge?: string;
    /** On a phone: listed on the page 'Me' instead of in the bar. */
    underMe?: boolean;
    /** The remote's titles by default. */
    titles?: Titles;
  }[];
  /** Whether it has a section at /settings/<remote>. */
  settings?: boolean;
  /** Its tabs on the pages of a person (`profile`) and of a space (`space`); `Tabs` in its remote.tsx renders them. */
  tabs?: Readonly<
    Record<
      string,
      {
        /** The remote's titles by default. */
        titles?: Titles;
        /** The icon of its first entry by default. */
        icon?: string;
      }
    >
  >;
  /** The events for which it builds the toasts; `news` in its remote.tsx does so. */
  news?: readonly string[];
  /** The path of its page for operators, to which /admin links. */
  operators?: string;
}

const titleList = (titles: Titles = {}): Title[] =>
  Object.entries(titles).map(([language, text]) => ({ language, text }));

/**
 * Converts a manifest to a placement. The result is untrusted: placementSchema.ts and placementRules.ts validate it.
 */
export const placementOf = ({
  titles,
  paths,
  filling = [],
  navigation = [],
  settings = false,
  operators = '',
  tabs = {},
  news = [],
}: PlacementManifest): Place => ({
  titles: titleList(titles),
  paths: Object.entries(paths).map(([path, access]) => ({
    path,
    access: access as PlacePath['access'],
    fills: filling.includes(path),
  })),
  entries: navigation.map(({ to, order, icon, badge = 'none', underMe = false, titles: own }) => ({
    to,
    order,
    underMe,
    titles: titleList(own),
    icon,
    badge: badge as PlaceEntry['badge'],
  })),
  settings,
  operators,
  tabs: Object.entries(tabs).map(([on, { titles: own, icon = '' }]) => ({
    on: on as PlaceTab['on'],
    titles: titleList(own),
    icon,
  })),
  news: [...news],
});
