// Loads the maintenance of encrypted chats when it is first needed.
import { onDemand } from '../kit/lazyImport.ts';
import type { Maintenance, MaintenancePorts } from './maintenance.ts';

/** The parts of the maintenance without their own `close`, because they are closed together. */
export type MaintenanceOnDemand = { [Part in keyof Maintenance]: Omit<Maintenance[Part], 'close'> } & { close(): void };

/**
 * Creates the maintenance. Each call loads the code first.
 * @throws Fault REQUEST_FAILED (from the calls) when loading fails; the next call tries again.
 */
export function createMaintenanceOnDemand(ports: MaintenancePorts): MaintenanceOnDemand {
  let closed = false;
  const maintenance = onDemand(
    () => import(/* webpackChunkName: "maintenance" */ './maintenance.ts'),
    ({ createMaintenance }) => {
      const loaded = createMaintenance(ports);
      if (closed) closeAll(loaded);
      return loaded;
    },
  );
  const closeAll = (loaded: Maintenance): void =>
    Object.values(loaded).forEach((part: { close(): void }) => part.close());
  const now = async <T>(run: (loaded: Maintenance) => Promise<T>): Promise<T> => run(await maintenance.get());
  const soon = (run: (loaded: Maintenance) => void): void =>
    void maintenance.get().then(run).catch(ports.warn('askAgain'));

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
      void maintenance
        .loaded()
        ?.then(closeAll)
        .catch(() => {});
    },
  };
}
