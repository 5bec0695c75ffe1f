// The versions that have failed in this session: they are not tried again, in any tab.
import type { TabChannel } from '../registry/registry.ts';

/** What tabs tell each other: changes, never a set that would overwrite another tab's. */
export type QuarantineMessage =
  | { kind: 'hello'; from: string } // a tab that begins asks the others
  | { kind: 'known'; to: string; versions: string[] } // for that tab alone: the others may have cleared some meanwhile
  | { kind: 'failed'; versions: string[] }
  | { kind: 'cleared'; remote: string };

interface QuarantinePorts {
  /** Outlives a reload of the tab. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  tabs: TabChannel<QuarantineMessage>;
}

export interface Quarantine {
  has(remote: string, version: string): boolean;
  /** `isPassing`: the browser has no network, which is no fault of the version; it holds in this tab until `online`. */
  add(remote: string, version: string, options?: { isPassing?: boolean }): void;
  /** Gives every version of a feature another chance: the user has asked for it. */
  clear(remote: string): void;
  /** The network is back: what failed for want of it has another chance. */
  clearTemporary(): void;
}

const key = 'amber-quarantine';

/** Keeps the failed versions of this session: one set, the union of what all tabs have seen. */
export function createQuarantine({ storage, tabs }: QuarantinePorts): Quarantine {
  const me = crypto.randomUUID();
  let failed = new Set<string>(readStored());
  const temporary = new Set<string>();

  function readStored(): string[] {
    try {
      return JSON.parse(storage.getItem(key) ?? '[]') as string[];
    } catch {
      return []; // storage is closed to us: what fails again is found out again
    }
  }

  function replace(versions: Iterable<string>): void {
    failed = new Set(versions);
    try {
      storage.setItem(key, JSON.stringify([...failed]));
    } catch {
      // It holds until the tab is closed.
    }
  }

  const add = (versions: Iterable<string>) => replace([...failed, ...versions]);
  const clear = (remote: string) => {
    const isOfOther = (version: string) => !version.startsWith(`${remote}@`);
    replace([...failed].filter(isOfOther));
    for (const version of temporary) if (!isOfOther(version)) temporary.delete(version);
  };

  const messageHandlers: {
    [Kind in QuarantineMessage['kind']]: (message: Extract<QuarantineMessage, { kind: Kind }>) => void;
  } = {
    hello: ({ from }) => failed.size > 0 && tabs.postMessage({ kind: 'known', to: from, versions: [...failed] }),
    known: ({ to, versions }) => to === me && add(versions),
    failed: ({ versions }) => add(versions),
    cleared: ({ remote }) => clear(remote),
  };
  // A tab of an older build sends a set without a kind: it is left alone.
  tabs.addEventListener('message', ({ data }) =>
    (messageHandlers[data.kind] as ((message: QuarantineMessage) => void) | undefined)?.(data),
  );
  tabs.postMessage({ kind: 'hello', from: me });

  return {
    has: (remote, version) => [failed, temporary].some((set) => set.has(`${remote}@${version}`)),
    add(remote, version, { isPassing = false } = {}) {
      const versions = [`${remote}@${version}`];
      if (isPassing) return void temporary.add(versions[0]!);
      add(versions);
      tabs.postMessage({ kind: 'failed', versions });
    },
    clear(remote) {
      clear(remote);
      tabs.postMessage({ kind: 'cleared', remote });
    },
    clearTemporary: () => temporary.clear(),
  };
}
