// Loads the maintenance of encrypted chats when it is first needed.
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
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
  const soon = (run: (loaded: Maintenance) => void): void =>
    void maintenance.get().then(run).catch(ports.warn('askAgain'));

  return {
    ownDevices: forwardTo(
      async () => (await maintenance.get()).ownDevices,
      'refreshIfStale',
      'refresh',
      'approve',
      'signOut',
      'confirm',
      'startOver',
      'sendDecisions',
      'applyDecisions',
    ),
    resends: {
      ...forwardTo(async () => (await maintenance.get()).resends, 'requestAll', 'requestOne', 'resend'),
      requestAllSoon: () => soon(({ resends }) => resends.requestAllSoon()),
    },
    missingRequests: {
      ...forwardTo(async () => (await maintenance.get()).missingRequests, 'check'),
      requestSoon: () => soon(({ missingRequests }) => missingRequests.requestSoon()),
    },
    close() {
      closed = true;
      maintenance.ifLoaded(closeAll);
    },
  };
}
