// Fetches the gateway's lists of contacts and contact requests.
import type { AccountContext } from '../kit/accountContext.ts';
import { shareNextRun } from '../kit/singleFlight.ts';
import { knownTimes } from '../rows/knownTimes.ts';
import { putContacts } from '../rows/people/contacts.ts';

/**
 * Returns a function that updates contacts and contact requests. Calls before a run has started share it.
 * @throws Fault of the call that failed.
 */
export function createContactRefresh({ db, api }: Pick<AccountContext, 'db' | 'api'>): () => Promise<void> {
  async function refresh(): Promise<void> {
    const { contactTime } = await knownTimes(db);
    const [contacts, applies] = await Promise.all([
      api.contact.contactList({ updateTime: contactTime }),
      api.contact.contactApplyList({}),
    ]);
    await db.transaction('rw', db.contacts, db.applies, db.members, db.conversations, async () => {
      await putContacts(db, contacts.list);
      await db.applies.clear();
      await db.applies.bulkPut(
        applies.list.map((apply) => ({ ...apply, id: `${apply.fromIdentifier}/${apply.toIdentifier}` })),
      );
    });
  }

  return shareNextRun(refresh);
}
