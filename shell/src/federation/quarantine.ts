// The versions that have failed in this session: they are not tried again, in any tab.
import type { TabChannel } from './registry.ts';

interface QuarantinePorts {
  /** Outlives a reload of the tab. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  tabs: TabChannel<string[]>;
}

export interface Quarantine {
  has(remote: string, version: string): boolean;
  add(remote: string, version: string): void;
  /** Gives every version of a feature another chance: the user has asked for it. */
  clear(remote: string): void;
}

const key = 'amber-quarantine';

/** Keeps the failed versions of this session. */
export function createQuarantine({ storage, tabs }: QuarantinePorts): Quarantine {
  let failed = new Set<string>(remembered());

  function remembered(): string[] {
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

  tabs.addEventListener('message', ({ data }) => replace(data));

  const change = (versions: Iterable<string>) => {
    replace(versions);
    tabs.postMessage([...failed]);
  };

  return {
    has: (remote, version) => failed.has(`${remote}@${version}`),
    add: (remote, version) => change([...failed, `${remote}@${version}`]),
    clear: (remote) => change([...failed].filter((version) => !version.startsWith(`${remote}@`))),
  };
}
