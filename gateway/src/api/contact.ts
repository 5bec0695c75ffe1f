// Finding people, contacts, and the wish to be one.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { escapeLike } from '../escapeLike.ts';
import type { CallsOf, Parts } from '../handler.ts';

const keywordMin = 2;
const keywordMax = 64;
const resultMax = 20;
const mutualMax = 50;

/** Whole phone numbers only: a part of one would let them be guessed digit by digit. */
const asPhone = (text: string) => text.replace(/[\s().-]/g, '');

const isPhone = (text: string) => /^\+?\d{5,}$/.test(text);

export const contactCalls = ({ store: { db }, contacts, spending, limits }: Parts): CallsOf<'contact'> => ({
  async 'contact.contactList'({ updateTime }, { identifier }) {
    return { list: await contacts.listOf(identifier, updateTime) };
  },

  async 'contact.getDetail'({ identifier: other }, { identifier }) {
    return { contact: await contacts.detail(identifier, other), applies: await contacts.applies.between(identifier, other) };
  },

  async 'contact.getMutual'({ identifier: other }, { identifier }) {
    const both = [identifier, other];
    const groups = await db.selectFrom('conversation as c').select(['c.id', 'c.name']).where('c.type', '=', 'group').where('c.status', '=', 'normal').where('c.space', 'is', null)
      .where(({ selectFrom }) => selectFrom('member').whereRef('conversation', '=', 'c.id').where('identifier', 'in', both).where('left_seq', 'is', null)
        .select(sql<number>`count(*)`.as('count')), '=', 2)
      .orderBy('c.name').orderBy('c.id').limit(mutualMax).execute();
    const spaces = await db.selectFrom('space as s').select(['s.id', 's.name', 's.avatar'])
      .where(({ selectFrom }) => selectFrom('space_member').whereRef('space', '=', 's.id').where('identifier', 'in', both)
        .select(sql<number>`count(*)`.as('count')), '=', 2)
      .orderBy('s.sort_time', 'desc').orderBy('s.id').limit(mutualMax).execute();
    return { groups, spaces };
  },

  async 'contact.contactApplyList'(_, { identifier }) {
    return { list: await contacts.applies.listOf(identifier) };
  },

  async 'contact.contactApplyOperate'({ fromIdentifier, operate }, { identifier }) {
    return { apply: await contacts.applies.operate(identifier, fromIdentifier, operate) };
  },

  async 'contact.search'({ keyword }, { identifier }) {
    const word = keyword.trim().toLowerCase();
    if (word.length < keywordMin || word.length > keywordMax || word.includes('\0')) throw new Fault('BAD_REQUEST');
    const phone = asPhone(word);
    // Who tries one number after the other is stopped long before whoever types names.
    const isAllowed = await spending.spend([
      { what: `search/${identifier}`, most: limits.searchesPerHour },
      ...(isPhone(phone) ? [{ what: `searchPhone/${identifier}`, most: limits.exactSearchesPerHour }] : []),
    ]);
    if (!isAllowed) throw new Fault('TOO_MANY');
    const name = sql<string>`lower(last_name)`;
    const list = await db.selectFrom('person')
      .select(['identifier', 'avatar', 'last_name as lastName'])
      .where('identifier', '<>', identifier)
      .where('avatar', '<>', '').where('last_name', '<>', '')
      .where((where) => where.or([
        where('phone', '=', phone),
        where('identifier', '=', word),
        where(name, 'like', `%${escapeLike(word)}%`),
      ]))
      .orderBy(sql`(phone = ${phone}) is true or identifier = ${word}`, 'desc')
      .orderBy(sql`lower(last_name) like ${`${escapeLike(word)}%`}`, 'desc')
      .orderBy(name).orderBy('identifier')
      .limit(resultMax).execute();
    return { list };
  },

  async 'contact.apply'({ identifier: other, message }, { identifier }) {
    return { status: await contacts.applies.apply(identifier, other, message) };
  },

  async 'contact.contactLimit'(_, { identifier }) {
    return contacts.limitOf(identifier);
  },

  async 'contact.setContactLimit'(limit, { identifier }) {
    await contacts.setLimit(identifier, limit);
    return contacts.limitOf(identifier);
  },

  async 'contact.setRemark'({ identifier: other, remarkName }, { identifier }) {
    return { contact: await contacts.setRemark(identifier, other, remarkName) };
  },

  async 'contact.delete'({ identifier: other }, { identifier }) {
    return { contact: await contacts.remove(identifier, other) };
  },

  async 'contact.block'({ identifier: other }, { identifier }) {
    return { contact: await contacts.block(identifier, other) };
  },

  async 'contact.unblock'({ identifier: other }, { identifier }) {
    return { contact: await contacts.unblock(identifier, other) };
  },
});
