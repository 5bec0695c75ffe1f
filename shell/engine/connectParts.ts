// Connects the parts of an account: what each part does on the events of another.
import type { AccountParts } from './accountParts.ts';
import type { InboxEvent } from './rows/write.ts';

/** Subscribes the parts to each other's events. Returns a function that unsubscribes them. */
export function connectParts(parts: AccountParts): () => void {
  const {
    sideEffects,
    db,
    encryption,
    requestSync,
    inbox,
    members,
    outbox,
    emit,
    onAccepted,
    typing,
    maintenance,
    warn,
  } = parts;

  const setDevices = async (identifier: string) =>
    encryption.setDevices(identifier, await db.bundles.where({ identifier }).toArray());

  const handlers: { [Type in InboxEvent['type']]: (event: Extract<InboxEvent, { type: Type }>) => void } = {
    event({ event }) {
      if (event.type === 'messageArrived') typing.receiveTyping(event.conversationId, event.from, false);
      emit(event);
    },
    command: ({ command }) => sideEffects.runSideEffects(command),
    followUp: () => sideEffects.flush(),
    lost() {
      maintenance.resends.requestAllSoon();
      maintenance.missingRequests.requestSoon();
    },
    unknown: ({ conversationId, identifiers }) => members.fetchSoon(conversationId, identifiers),
  };

  const subscriptions = [
    inbox.events$.subscribe((event) => (handlers[event.type] as (event: InboxEvent) => void)(event)),
    outbox.events$.subscribe((event) => {
      if (event.type === 'accepted') onAccepted();
      if (event.type === 'gap') requestSync();
      if (event.type === 'devicesChanged')
        for (const identifier of event.identifiers) void setDevices(identifier).catch(warn('keepDevices'));
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}
