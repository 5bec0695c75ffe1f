// Connects an account to the gateway, and synchronizes it on each connection.
import { firstValueFrom, timer } from 'rxjs';
import type { AccountParts } from './accountParts.ts';
import { getIdentityRow, listIdentityIds } from './keys/identityRows.ts';

/** The longest time (in milliseconds) that the first connection waits for a new device's keys. */
const keysTimeout = 10_000;

/** Starts the account. Returns a function that stops the processing of everything that arrives. */
export function startAccount(parts: AccountParts): () => void {
  const {
    runWithRetry,
    clock,
    sideEffects,
    db,
    encryption,
    requestSync,
    inbox,
    runExclusive,
    isClosed,
    outbox,
    socket,
    maintenance,
    warn,
  } = parts;

  /** Continues to decrypt the messages that a stopped engine had not finished decrypting again. */
  const retryPendingDecryptions = async (): Promise<void> => {
    for (const identifier of await listIdentityIds(db, 'reopen:'))
      await runExclusive(() => inbox.retryDecryption(identifier));
  };

  /** Catch-up comes first, because it needs neither keys nor the code that generates them. */
  async function bringUpToDate(): Promise<void> {
    await runWithRetry('catchUp', parts.catchUp);
    if (isClosed()) return;
    void runWithRetry('list', parts.refreshList);
    void outbox.prepare().catch(warn('outbox'));
    await encryption
      .begin()
      .then(retryPendingDecryptions)
      .then(maintenance.ownDevices.refreshIfStale)
      .then(maintenance.resends.requestAll)
      .then(maintenance.missingRequests.check)
      .catch(warn('keys'));
  }

  /** A device generates its keys before it opens the socket, so that others can encrypt for it. */
  async function connect(): Promise<void> {
    // The last known state is published before the gateway answers, so that a device that awaits approval shows that at
    // once.
    const devices = (await getIdentityRow(db, 'standing'))?.told;
    if (devices && !isClosed()) parts.devices(devices);
    await parts.deletion.publish();
    if (!(await encryption.hasKeys())) await Promise.race([bringUpToDate(), firstValueFrom(timer(keysTimeout, clock))]);
    if (!isClosed()) socket.connect();
  }

  const subscriptions = [
    socket.pushes$.subscribe(parts.handlePush),
    socket.wake$.subscribe(requestSync),
    socket.registered$.subscribe(() => {
      void bringUpToDate().then(() => (isClosed() ? undefined : runWithRetry('spaces', parts.spaces.refreshAll)));
      void outbox.flush().catch(warn('outbox'));
      parts.refreshContacts();
      parts.fileReleases.flush();
      void parts.flushMoments().catch(warn('outbox'));
      void parts.readPositions.sendPending().catch(warn('told'));
      sideEffects.flush();
    }),
  ];
  void parts.muteEnds.update().catch(warn('database'));
  void connect().catch(warn('database'));
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}
