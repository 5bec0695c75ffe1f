// Finds the account for a typed phone number, also in databases from before E.164.
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/store.ts';
import { type PhoneReader, withoutSeparators } from './phone.ts';

interface PhoneAccountsPorts {
  db: Db;
  reader: PhoneReader;
  /** This is called in the transaction that determines an account's number in E.164 form. */
  onNumber(tx: Transaction, identifier: string, number: string): Promise<unknown>;
}

export type PhoneAccounts = ReturnType<typeof createPhoneAccounts>;

const batchSize = 1_000;
const shownMax = 200;
const countedMax = 10_000;

export function createPhoneAccounts({ db, reader, onNumber }: PhoneAccountsPorts) {
  /** Reviews one account, under the lock of its row. */
  const reviewOne = (identifier: string): Promise<unknown> =>
    db.transaction().execute(async (tx) => {
      const person = await tx
        .selectFrom('person')
        .select('phone')
        .where('identifier', '=', identifier)
        .forUpdate()
        .executeTakeFirst();
      const phone = person?.phone ?? null;
      const number = phone === null ? null : reader.storedNumber(phone);
      const dropReview = () => tx.deleteFrom('phone_review').where('identifier', '=', identifier).execute();
      const setSameAs = (same_as: string | null) =>
        tx.updateTable('phone_review').set({ same_as }).where('identifier', '=', identifier).execute();
      if (phone === null || number === phone) return dropReview();
      if (number === null) return setSameAs(null);
      await onNumber(tx, identifier, number);
      const holder = await tx.selectFrom('person').select('identifier').where('phone', '=', number).executeTakeFirst();
      if (holder) return setSameAs(holder.identifier);
      await tx.updateTable('person').set({ phone: number }).where('identifier', '=', identifier).execute();
      await tx.deleteFrom('sms_code').where('phone', '=', phone).execute();
      await tx.deleteFrom('sms_proved').where('phone', '=', number).execute();
      await tx.updateTable('sms_proved').set({ phone: number }).where('phone', '=', phone).execute();
      return dropReview();
    });

  return {
    read: reader.read,

    /**
     * The stored form of a typed number: the typed form if an account still has exactly that, as before E.164, else
     * E.164. So people can sign in to both accounts of one number as before.
     * @throws Fault 100001 when it is no phone number.
     */
    async accountPhone(text: string): Promise<string> {
      const typed = withoutSeparators(text);
      const old = await db.selectFrom('person').select('phone').where('phone', '=', typed).executeTakeFirst();
      return old?.phone ?? reader.read(text);
    },

    /** The forms under which the account of a typed number may be stored. */
    storedFormsOf(text: string): string[] {
      const typed = withoutSeparators(text);
      return [...new Set([typed, reader.numberOf(typed)])];
    },

    /**
     * Rewrites the numbers of old accounts in E.164 form where their reading is certain. Of several accounts with one
     * number, the account that has it in this form retains it, else the oldest gets it; the others stay as they are,
     * and are listed for the operators. Can be interrupted and repeated.
     */
    async reviewAll(): Promise<void> {
      let after = { created_at: -1, identifier: '' };
      for (;;) {
        const rows = await db
          .selectFrom('phone_review as r')
          .innerJoin('person as p', 'p.identifier', 'r.identifier')
          .select(['p.identifier', 'p.phone', 'p.created_at'])
          .where(sql<boolean>`(p.created_at, p.identifier) > (${after.created_at}, ${after.identifier})`)
          .orderBy('p.created_at')
          .orderBy('p.identifier')
          .limit(batchSize)
          .execute();
        if (rows.length === 0) break;
        after = rows.at(-1)!;
        const settled = new Set(
          rows
            .filter(({ phone }) => phone === null || reader.storedNumber(phone) === phone)
            .map((row) => row.identifier),
        );
        if (settled.size > 0)
          await db
            .deleteFrom('phone_review')
            .where('identifier', 'in', [...settled])
            .execute();
        for (const { identifier } of rows) if (!settled.has(identifier)) await reviewOne(identifier);
      }
    },

    /** The problems for operators: accounts with the same number, and how many numbers could not be read. */
    async listProblems(): Promise<{ duplicates: { identifier: string; sameAs: string }[]; unreadable: number }> {
      const duplicates = await db
        .selectFrom('phone_review')
        .select(['identifier', 'same_as as sameAs'])
        .where('same_as', 'is not', null)
        .orderBy('same_as')
        .orderBy('identifier')
        .limit(shownMax)
        .$narrowType<{ sameAs: string }>()
        .execute();
      const { unread: unreadable } = await db
        .selectFrom((of) =>
          of.selectFrom('phone_review').select('identifier').where('same_as', 'is', null).limit(countedMax).as('r'),
        )
        .select((of) => of.fn.countAll<number>().as('unread'))
        .executeTakeFirstOrThrow();
      return { duplicates, unreadable };
    },
  };
}
