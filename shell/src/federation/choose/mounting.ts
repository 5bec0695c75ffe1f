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

interface Mark {
  tab: string;
  feature: Feature;
  version: string;
  /** A tab that still runs has removed the mark by then. */
  until: number;
}

/** The steps in which a release runs before it is on screen, and how long each takes at most, with a retry. */
const durations = { loading: 2 * limits.chunkTimeout, mounting: 2 * limits.mountTimeout };

const [key, tabKey] = ['amber-mounting', 'amber-tab'];

export type Mounting = ReturnType<typeof createMounting>;

/** A mark remains only where nothing runs any more: the page removes it on screen, on failure, and when it is left. */
export function createMounting({ storage, now }: MountingPorts) {
  const mounted = new Set<string>();
  const tab = tabId();

  function tabId(): string {
    const id = crypto.randomUUID();
    try {
      const stored = storage.tab.getItem(tabKey);
      if (stored === null) storage.tab.setItem(tabKey, id);
      return stored ?? id;
    } catch {
      return id; // the browser blocks storage
    }
  }

  function read(): Mark[] {
    try {
      return JSON.parse(storage.browser().getItem(key) ?? '[]') as Mark[];
    } catch {
      return [];
    }
  }

  /** Writes only if something changes, because each feature does this when it is opened. */
  function update(change: (marks: Mark[]) => Mark[]): void {
    const before = read();
    const after = change(before);
    if (before.length === 0 && after.length === 0) return;
    try {
      storage.browser().setItem(key, JSON.stringify(after));
    } catch {
      // Without storage a release that freezes the tab is not recognised.
    }
  }

  const isOf = (feature: Feature, version: string) => (mark: Mark) =>
    mark.tab === tab && mark.feature === feature && mark.version === version;

  return {
    /** Returns the releases that have frozen this tab before its reload, or another tab, and forgets them. */
    takeFrozen(): Pick<Mark, 'feature' | 'version'>[] {
      const frozen = read().filter((mark) => mark.tab === tab || mark.until < now());
      if (frozen.length > 0) update((marks) => marks.filter((mark) => mark.tab !== tab && mark.until >= now()));
      return frozen;
    },

    /** Called before code of the release runs; may be called again. Nothing happens once it has been on screen. */
    begin(feature: Feature, version: string, step: keyof typeof durations): void {
      if (mounted.has(`${feature}@${version}`)) return;
      const mark = { tab, feature, version, until: now() + durations[step] };
      update((marks) => [...marks.filter((one) => !isOf(feature, version)(one)), mark]);
    },

    /** Called when the step is over, however it ended. */
    end(feature: Feature, version: string, { isMounted = false } = {}): void {
      if (mounted.has(`${feature}@${version}`)) return;
      if (isMounted) mounted.add(`${feature}@${version}`);
      update((marks) => marks.filter((mark) => !isOf(feature, version)(mark)));
    },

    /** Called when the page is left or hidden: the browser may end it then for reasons of its own. */
    endAll: (): void => update((marks) => marks.filter((mark) => mark.tab !== tab)),
  };
}
