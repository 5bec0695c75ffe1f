// A remote's place as its team writes it, in its amber-remote.json.
import type { Place, PlaceEntry, PlacePath, PlaceTab, Title } from '../gen/types.ts';

/** Texts by language: `{ "en": "Polls" }`. */
type Titles = Readonly<Record<string, string>>;

export interface PlacementManifest {
  titles: Titles;
  /** Each path's pattern, and who may open it. */
  paths: Readonly<Record<string, string>>;
  /** Those of them that fill a phone's screen: without the bar, left with Back. */
  filling?: readonly string[];
  navigation?: readonly {
    to: string;
    order: number;
    /** Path data, for 24 pixels. */
    icon: string;
    badge?: string;
    /** On a phone: on the page 'Me' instead of the bar. */
    underMe?: boolean;
    /** The remote's own if there are none. */
    titles?: Titles;
  }[];
  /** Whether it has a section at /settings/<remote>. */
  settings?: boolean;
  /** Its tabs on the pages of a person (`profile`) and of a space (`space`); `Tabs` in its remote.tsx fills them. */
  tabs?: Readonly<
    Record<
      string,
      {
        /** The remote's own if there are none. */
        titles?: Titles;
        /** That of its first entry if there is none. */
        icon?: string;
      }
    >
  >;
  /** The news whose toasts it words; `news` in its remote.tsx says them. */
  news?: readonly string[];
  /** The path of its page for operators: /admin leads there. */
  operators?: string;
}

const titleList = (titles: Titles = {}): Title[] =>
  Object.entries(titles).map(([language, text]) => ({ language, text }));

/** Untrusted; validated by placeSchema.ts and placeRules.ts. */
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
