// Finding people.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { escapeLike } from '../escapeLike.ts';
import type { CallsOf, Parts } from '../handler.ts';

const keywordMin = 2;
const keywordMax = 64;
const resultMax = 20;

/** Whole phone numbers only: a part of one would let them be guessed digit by digit. */
const asPhone = (text: string) => text.replace(/[\s().-]/g, '');

export const contactCalls = ({ store: { db } }: Parts): CallsOf<'contact'> => ({
  async 'contact.search'({ keyword }, { identifier }) {
    const word = keyword.trim().toLowerCase();
    if (word.length < keywordMin || word.length > keywordMax || word.includes('\0')) throw new Fault('BAD_REQUEST');
    const name = sql<string>`lower(last_name)`;
    const list = await db.selectFrom('person')
      .select(['identifier', 'avatar', 'last_name as lastName'])
      .where('identifier', '<>', identifier)
      .where('avatar', '<>', '').where('last_name', '<>', '')
      .where((where) => where.or([
        where('phone', '=', asPhone(word)),
        where('identifier', '=', word),
        where(name, 'like', `%${escapeLike(word)}%`),
      ]))
      .orderBy(sql`(phone = ${asPhone(word)}) is true or identifier = ${word}`, 'desc')
      .orderBy(sql`lower(last_name) like ${`${escapeLike(word)}%`}`, 'desc')
      .orderBy(name).orderBy('identifier')
      .limit(resultMax).execute();
    return { list };
  },
});
