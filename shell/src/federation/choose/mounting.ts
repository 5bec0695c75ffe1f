// Remembers which releases are about to run, so that the next start knows which one has frozen the tab.
import { limits } from '@amber/proto/limits';
import type { Feature } from '../registry/Feature.ts';

interface MountingPorts {
  storage: {
    /** Shared by the browser's tabs, because a frozen tab may be closed instead of reloaded. */
    browser(): Pick<Storage, 'getItem' | 'setItem'>;
    /** Storage of this tab, which survives a reload. */
    tab: Pick<Storage, 'getItem' | 'setItem'>;
  };
  /** Milliseconds since 1970. */
  now(): number;
}

/** The tab, feature and version of each mark, and the time by which a tab that still runs has removed it. */
type Marks = Record<string, number>;

/** The steps in which a release runs before it is on screen, and how long each takes at most, with a retry. */
const durations = { loading: 2 * limits.chunkTimeout, mounting: 2 * limits.mountTimeout };

const [marksKey, tabKey] = ['amber-mounting', 'amber-tab'];

export type Mounting = ReturnType<typeof createMounting>;

/** A mark remains only where nothing runs any more: the page removes it on screen, on failure, and when it is left. */
export function createMounting({ storage, now }: MountingPorts) {
  const mounted = new Set<string>();
  let tab = crypto.randomUUID() as string;
  try {
    const stored = storage.tab.getItem(tabKey);
    if (stored === null) storage.tab.setItem(tabKey, tab);
    else tab = stored;
  } catch {
    // A browser that blocks storage stores no marks either.
  }
  const keyOf = (feature: Feature, version: string) => `${tab} ${feature} ${version}`;

  function update(change: (marks: Marks) => void): void {
    try {
      const stored = storage.browser();
      const marks = JSON.parse(stored.getItem(marksKey) ?? '{}') as Marks;
      change(marks);
      stored.setItem(marksKey, JSON.stringify(marks));
    } catch {
      // Without storage a release that freezes the tab is not recognised.
    }
  }

  /** Removes the marks of this tab, and those that are too old if `evenOld`. Returns their features and versions. */
  function take({ evenOld = false } = {}): (readonly [feature: Feature, version: string])[] {
    const taken: (readonly [Feature, string])[] = [];
    update((marks) => {
      for (const [mark, until] of Object.entries(marks)) {
        const [of, feature, version] = mark.split(' ');
        if (of !== tab && !(evenOld && until < now())) continue;
        delete marks[mark];
        taken.push([feature!, version!]);
      }
    });
    return taken;
  }

  return {
    /** Returns the releases that have frozen this tab before its reload, or another tab, and forgets them. */
    takeFrozen: () => take({ evenOld: true }),

    /** Called before code of the release runs; may be called again. Nothing happens once it has been on screen. */
    begin(feature: Feature, version: string, step: keyof typeof durations): void {
      const key = keyOf(feature, version);
      if (!mounted.has(key)) update((marks) => (marks[key] = now() + durations[step]));
    },

    /** Called when the step is over, however it ended. */
    end(feature: Feature, version: string, { isMounted = false } = {}): void {
      const key = keyOf(feature, version);
      if (mounted.has(key)) return;
      if (isMounted) mounted.add(key);
      update((marks) => delete marks[key]);
    },

    /** Called when the page is left or hidden: the browser may end it then for reasons of its own. */
    endAll: (): void => void take(),
  };
}
