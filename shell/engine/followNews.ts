// Connects the parts of an account: what each of them does about the news of another one.
import type { Parts } from './accountParts.ts';
import type { InboxNews } from './rows/write.ts';

/** Returns a function that ends it. */
export function followNews(parts: Parts): () => void {
  const { consequences, db, encryption, gap, inbox, members, outbox, say, sent, typing, upkeep, warn } = parts;

  const setDevices = async (identifier: string) =>
    encryption.setDevices(identifier, await db.bundles.where({ identifier }).toArray());

  const stored: { [Type in InboxNews['type']]: (news: Extract<InboxNews, { type: Type }>) => void } = {
    event({ event }) {
      if (event.type === 'messageArrived') typing.hear(event.conversationId, event.from, false);
      say(event);
    },
    command: ({ command }) => consequences.follow(command),
    followUp: () => consequences.goOn(),
    lost() {
      upkeep.resends.requestResend();
      upkeep.missing.soon();
    },
    unknown: ({ conversationId, identifiers }) => members.learn(conversationId, identifiers),
  };

  const subscriptions = [
    inbox.news$.subscribe((news) => (stored[news.type] as (news: InboxNews) => void)(news)),
    outbox.news$.subscribe((news) => {
      if (news.type === 'taken') sent();
      if (news.type === 'gap') gap();
      if (news.type === 'devicesChanged')
        for (const identifier of news.identifiers) void setDevices(identifier).catch(warn('keepDevices'));
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}
