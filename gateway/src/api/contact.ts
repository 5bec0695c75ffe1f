// Finding people, contacts and contact requests.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { changedSince } from '../core/checks.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { mayRead } from '../people/mayRead.ts';
import { withoutSeparators } from '../people/signIn/phone.ts';
import { findByName } from '../db/nameSearch.ts';

const keywordMin = 2;
const resultMax = 20;
const mutualMax = 50;

/** Only whole phone numbers match: prefix search would let people guess numbers digit by digit. */
const isPhone = (text: string) => /^\+?\d{5,}$/.test(text);

export const contactCalls = ({
  db,
  contacts,
  phoneAccounts,
  quotas,
  limits,
  clock,
}: HandlerPorts): CallsOf<'contact'> => ({
  async 'contact.contactList'({ updateTime }, { identifier }) {
    return { list: await contacts.listOf(identifier, changedSince(updateTime, clock())) };
  },

  async 'contact.getDetail'({ identifier: other }, { identifier }) {
    return {
      contact: await contacts.detail(identifier, other),
      applies: await contacts.applies.findBetween(identifier, other),
    };
  },

  async 'contact.getMutual'({ identifier: other }, { identifier }) {
    if (other === identifier) return { groups: [], spaces: [] };
    // The query starts from the caller's own memberships and checks each for the other person.
    const groups = await db
      .selectFrom('member as mine')
      .innerJoin('member as theirs', 'theirs.conversation', 'mine.conversation')
      .innerJoin('conversation as c', 'c.id', 'mine.conversation')
      .select(['c.id', 'c.name', 'c.avatar'])
      .where('mine.identifier', '=', identifier)
      .where('mine.left_seq', 'is', null)
      .where('theirs.identifier', '=', other)
      .where('theirs.left_seq', 'is', null)
      .where('c.type', '=', 'group')
      .where('c.status', '=', 'normal')
      .where('c.space', 'is', null)
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(mutualMax)
      .execute();
    const spaces = await db
      .selectFrom('space_member as mine')
      .innerJoin('space_member as theirs', 'theirs.space', 'mine.space')
      .innerJoin('space as s', 's.id', 'mine.space')
      .select(['s.id', 's.name', 's.avatar'])
      .where('mine.identifier', '=', identifier)
      .where('theirs.identifier', '=', other)
      .orderBy('s.sort_time', 'desc')
      .orderBy('s.id')
      .limit(mutualMax)
      .execute();
    return { groups, spaces };
  },

  async 'contact.contactApplyList'(_, { identifier }) {
    return { list: await contacts.applies.listOf(identifier) };
  },

  async 'contact.contactApplyOperate'({ fromIdentifier, operate }, { identifier }) {
    return { apply: await contacts.applies.answerRequest(identifier, fromIdentifier, operate) };
  },

  async 'contact.search'({ keyword }, { identifier }) {
    const query = keyword.trim();
    if (query.length < keywordMin || query.length > limits.searchMax || query.includes('\0'))
      throw new Fault('BAD_REQUEST');
    // People who try number after number reach this limit long before people who type names do.
    await quotas.enforce([
      { key: `search/${identifier}`, limit: limits.searchesPerHour },
      ...(isPhone(withoutSeparators(query))
        ? [{ key: `searchPhone/${identifier}`, limit: limits.exactSearchesPerHour }]
        : []),
    ]);
    const findablePeople = () =>
      db
        .selectFrom('person')
        .select(['identifier', 'avatar', 'last_name as lastName', 'kind'])
        .where('identifier', '<>', identifier)
        .where('findable', '=', true)
        .where('avatar', '<>', '')
        .where('last_name', '<>', '')
        .where((where) =>
          where.or([
            where('kind', '<>', 'bot'),
            where.exists(
              where
                .selectFrom('ai_bot as b')
                .select('b.id')
                .whereRef('b.id', '=', 'person.identifier')
                .where(mayRead(identifier, 'bot', 'b')),
            ),
          ]),
        );
    const exact = await findablePeople()
      .where((where) =>
        where.or([
          where('phone', 'in', phoneAccounts.storedFormsOf(query)),
          where('identifier', '=', query.toLowerCase()),
        ]),
      )
      .execute();
    const filter = sql<boolean>`n.identifier <> ${identifier}`;
    const ids = (await findByName(db, 'person', query, { limit: resultMax, filter })).map(({ id }) => id);
    const named = ids.length === 0 ? [] : await findablePeople().where('identifier', 'in', ids).execute();
    const people = new Map([...exact, ...named].map((person) => [person.identifier, person]));
    // Exact matches come first, then the matching names in the order of their ranks.
    const ordered = new Set([...exact.map((person) => person.identifier), ...ids]);
    return { list: [...ordered].flatMap((id) => people.get(id) ?? []).slice(0, resultMax) };
  },

  async 'contact.apply'({ identifier: other, message }, { identifier }) {
    return { status: await contacts.applies.apply(identifier, other, message) };
  },

  'contact.contactLimit': (_, { identifier }) => contacts.limitOf(identifier),

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
