// Connects an account to the gateway, and brings it up to date with each connection.
import { firstValueFrom, timer } from 'rxjs';
import type { Parts } from './accountParts.ts';
import { toReopen } from './rows/noteReopen.ts';
import { readStanding } from './rows/standing.ts';

/** How long the first connection waits for a new device's keys. */
const keysWait = 10_000;

/** Returns a function after which nothing that arrives is processed any more. */
export function startAccount(parts: Parts): () => void {
  const { attempt, clock, consequences, db, encryption, gap, inbox, inTurn, isClosed, outbox, socket, upkeep, warn } =
    parts;

  /** What an engine that stopped meanwhile had still to do. */
  const reopenNoted = async (): Promise<void> => {
    for (const identifier of await toReopen(db)) await inTurn(() => inbox.reopen(identifier));
  };

  /** The list first: it waits neither for keys nor for the code that generates them. */
  async function keepUp(): Promise<void> {
    await attempt('catchUp', parts.catchUp);
    if (isClosed()) return;
    void attempt('list', parts.refreshList);
    void outbox.prepare().catch(warn('outbox'));
    await encryption
      .begin()
      .then(reopenNoted)
      .then(upkeep.ownDevices.begin)
      .then(upkeep.resends.askForAll)
      .then(upkeep.missing.check)
      .catch(warn('keys'));
  }

  /** A device generates its keys before it opens the socket, so that others can seal for it. */
  async function connect(): Promise<void> {
    // What was known last stands until the gateway is asked: a device that waits for approval says so at once.
    const told = (await readStanding(db))?.told;
    if (told && !isClosed()) parts.devices(told);
    await parts.deletion.publish();
    if (!(await encryption.hasKeys())) await Promise.race([keepUp(), firstValueFrom(timer(keysWait, clock))]);
    if (!isClosed()) socket.connect();
  }

  const subscriptions = [
    socket.pushes$.subscribe(parts.takePush),
    socket.woke$.subscribe(gap),
    socket.registered$.subscribe(() => {
      void keepUp().then(() => (isClosed() ? undefined : attempt('spaces', parts.spaces.refreshAll)));
      void outbox.flush().catch(warn('outbox'));
      parts.refreshContacts();
      parts.fileReleases.goOn();
      void parts.postWaiting().catch(warn('outbox'));
      void parts.readPlaces.tellAll().catch(warn('told'));
      consequences.goOn();
    }),
  ];
  void connect().catch(warn('database'));
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}
