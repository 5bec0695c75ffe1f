// Loads the upkeep of encrypted chats when it is first needed.
import { onDemand } from '../kit/lazyImport.ts';
import type { Upkeep, UpkeepPorts } from './upkeep.ts';

/** The parts of the upkeep without their own `close`, because they are closed together. */
export type UpkeepOnDemand = { [Part in keyof Upkeep]: Omit<Upkeep[Part], 'close'> } & { close(): void };

/**
 * Creates the upkeep. Each call loads the code first.
 * @throws Fault REQUEST_FAILED (from the calls) when loading fails; the next call tries again.
 */
export function createUpkeepOnDemand(ports: UpkeepPorts): UpkeepOnDemand {
  let closed = false;
  const upkeep = onDemand(
    () => import(/* webpackChunkName: "upkeep" */ './upkeep.ts'),
    ({ createUpkeep }) => {
      const loaded = createUpkeep(ports);
      if (closed) closeAll(loaded);
      return loaded;
    },
  );
  const closeAll = (loaded: Upkeep): void => Object.values(loaded).forEach((part: { close(): void }) => part.close());
  const now = async <T>(run: (loaded: Upkeep) => Promise<T>): Promise<T> => run(await upkeep.get());
  const soon = (run: (loaded: Upkeep) => void): void => void upkeep.get().then(run).catch(ports.warn('askAgain'));

  return {
    ownDevices: {
      refreshIfStale: () => now(({ ownDevices }) => ownDevices.refreshIfStale()),
      refresh: () => now(({ ownDevices }) => ownDevices.refresh()),
      approve: (deviceId, code) => now(({ ownDevices }) => ownDevices.approve(deviceId, code)),
      signOut: (deviceId) => now(({ ownDevices }) => ownDevices.signOut(deviceId)),
      confirm: () => now(({ ownDevices }) => ownDevices.confirm()),
      startOver: () => now(({ ownDevices }) => ownDevices.startOver()),
      sendDecisions: (at) => now(({ ownDevices }) => ownDevices.sendDecisions(at)),
      applyDecisions: (by, decided) => now(({ ownDevices }) => ownDevices.applyDecisions(by, decided)),
    },
    resends: {
      requestAll: () => now(({ resends }) => resends.requestAll()),
      requestAllSoon: () => soon(({ resends }) => resends.requestAllSoon()),
      requestOne: (id) => now(({ resends }) => resends.requestOne(id)),
      resend: (request) => now(({ resends }) => resends.resend(request)),
    },
    missing: {
      requestSoon: () => soon(({ missing }) => missing.requestSoon()),
      check: () => now(({ missing }) => missing.check()),
    },
    close() {
      closed = true;
      void upkeep
        .loaded()
        ?.then(closeAll)
        .catch(() => {});
    },
  };
}
