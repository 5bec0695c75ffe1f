// The versions that failed in this session; no tab loads them again.
import { Subject } from 'rxjs';
import type { TabChannel } from '../registry/registry.ts';

/** Messages between tabs. They are changes, because a whole set would overwrite another tab's. */
export type QuarantineMessage =
  | { kind: 'hello'; from: string } // a new tab asks the others
  | { kind: 'known'; to: string; versions: string[] } // for that tab only: the others may have cleared some
  | { kind: 'failed'; versions: string[] }
  | { kind: 'cleared'; remote: string };

interface QuarantinePorts {
  /** Survives a reload of the tab. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  tabs: TabChannel<QuarantineMessage>;
}

export type Quarantine = ReturnType<typeof createQuarantine>;

const key = 'amber-quarantine';

/** Creates the set of versions that failed in this session: the union of what all tabs have seen. */
export function createQuarantine({ storage, tabs }: QuarantinePorts) {
  const me = crypto.randomUUID();
  let failed = new Set<string>(readStored());
  const temporary = new Set<string>();
  const changed$ = new Subject<void>();

  function readStored(): string[] {
    try {
      return JSON.parse(storage.getItem(key) ?? '[]') as string[];
    } catch {
      return []; // the browser blocks storage; a version that fails again is quarantined again
    }
  }

  function replace(versions: Iterable<string>): void {
    failed = new Set(versions);
    try {
      storage.setItem(key, JSON.stringify([...failed]));
    } catch {
      // Without storage the set lasts until the tab is closed.
    }
    changed$.next();
  }

  const add = (versions: Iterable<string>) => replace([...failed, ...versions]);
  const clear = (remote: string) => {
    const isOfOther = (version: string) => !version.startsWith(`${remote}@`);
    for (const version of temporary) if (!isOfOther(version)) temporary.delete(version);
    replace([...failed].filter(isOfOther));
  };

  const messageHandlers: {
    [Kind in QuarantineMessage['kind']]: (message: Extract<QuarantineMessage, { kind: Kind }>) => void;
  } = {
    hello: ({ from }) => failed.size > 0 && tabs.postMessage({ kind: 'known', to: from, versions: [...failed] }),
    known: ({ to, versions }) => to === me && add(versions),
    failed: ({ versions }) => add(versions),
    cleared: ({ remote }) => clear(remote),
  };
  // A tab of an older build sends a set without a kind; it is ignored.
  tabs.addEventListener('message', ({ data }) =>
    (messageHandlers[data.kind] as ((message: QuarantineMessage) => void) | undefined)?.(data),
  );
  tabs.postMessage({ kind: 'hello', from: me });

  return {
    /** Emits when versions were added or removed. */
    changed$,
    has: (remote: string, version: string): boolean =>
      [failed, temporary].some((set) => set.has(`${remote}@${version}`)),
    /**
     * `isPassing`: the browser is offline, so the version is not at fault. The entry lasts in this tab until
     * `clearTemporary`.
     */
    add(remote: string, version: string, { isPassing = false } = {}): void {
      const versions = [`${remote}@${version}`];
      if (isPassing) {
        temporary.add(versions[0]!);
        return changed$.next();
      }
      add(versions);
      tabs.postMessage({ kind: 'failed', versions });
    },
    /** Removes every version of a feature from quarantine, because the user asked to try again. */
    clear(remote: string): void {
      clear(remote);
      tabs.postMessage({ kind: 'cleared', remote });
    },
    /** Removes the versions that failed only because the browser was offline; called when it is online again. */
    clearTemporary(): void {
      temporary.clear();
      changed$.next();
    },
  };
}
