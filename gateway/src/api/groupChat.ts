// Spaces: finding them, what each of them is, making and changing them.
import type { Input, Space } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { escapeLike } from '../escapeLike.ts';
import type { CallsOf, Parts } from '../handler.ts';
import { classifications, spaceTemplates } from '../spaces/spaceTemplates.ts';

const namePartMax = 64;
const foundMax = 60;
const shownMax = 6;

export const groupChatCalls = ({ store: { db }, spaces, conversations, limits, avatars, banners }: Parts): CallsOf<'groupChat'> => {
  /** Spaces as this person sees them. */
  const spacesFor = (identifier: string) => db.selectFrom('space').select((of) => [
    'id as spaceId', 'avatar', 'name as spaceName', 'intro', 'owner as identifier', 'banner',
    'social_media_links as socialMediaLinks', 'classification as spaceClassification', 'sort_time as sortTime',
    of.selectFrom('space_member').whereRef('space', '=', 'space.id').select(sql<number>`count(*)::int`.as('count')).as('memberCount'),
    of.exists(of.selectFrom('space_member').whereRef('space', '=', 'space.id').where('identifier', '=', identifier)).as('isMember'),
    of.not(of.ref('is_public')).as('invitationOnly'),
  ]).orderBy('sort_time', 'desc').orderBy('id').$castTo<Input<Space>>();

  const one = (identifier: string, spaceId: string) => spacesFor(identifier).where('id', '=', spaceId).executeTakeFirst();

  /** Who invites to a space, if that is a member of it. */
  const inviterTo = (spaceId: string, identifier: string) => db.selectFrom('space_member as m').innerJoin('person as p', 'p.identifier', 'm.identifier')
    .select(['p.identifier', 'p.avatar', 'p.last_name as lastName']).where('m.space', '=', spaceId).where('m.identifier', '=', identifier).executeTakeFirst();

  return {
    async 'groupChat.querySpace'({ page, pageSize }, { identifier }) {
      if (page < 0 || pageSize < 0) throw new Fault('BAD_REQUEST');
      const size = Math.min(pageSize || limits.spacesPageSize, limits.spacesPageSize);
      const spaceInfo = await spacesFor(identifier)
        .where('id', 'in', db.selectFrom('space_member').select('space').where('identifier', '=', identifier))
        .limit(size).offset(page * size).execute();
      return { spaceInfo };
    },

    async 'groupChat.querySpaceDetail'({ spaceId, inviterId }, { identifier }) {
      const [found, inviter] = await Promise.all([one(identifier, spaceId), inviterTo(spaceId, inviterId)]);
      if (!found) throw new Fault('NO_AUTH');
      // A visitor learns of nobody but who has invited him.
      return { spaceInfo: identifier === '' ? { ...found, identifier: '' } : found, ...(inviter && { inviter }) };
    },

    async 'groupChat.querySpaceByNamePart'({ namePart, spaceClassification }, { identifier }) {
      const part = namePart.trim().toLowerCase();
      if (part.length > namePartMax || part.includes('\0') || (spaceClassification !== '' && !Object.hasOwn(classifications, spaceClassification))) throw new Fault('BAD_REQUEST');
      let found = spacesFor(identifier).where('is_public', '=', true).where(sql`lower(name)`, 'like', `%${escapeLike(part)}%`);
      if (spaceClassification !== '') found = found.where('classification', '=', spaceClassification);
      return { spaceInfo: await found.limit(foundMax).execute() };
    },

    async 'groupChat.queryPublicSpace'() {
      const found = await spacesFor('').clearOrderBy().where('is_public', '=', true)
        .orderBy('memberCount', 'desc').orderBy('id').limit(shownMax).execute();
      // A visitor learns of nobody.
      return { spaceInfo: found.map((space) => ({ ...space, identifier: '' })) };
    },

    async 'groupChat.querySpaceClassification'() {
      const counted = await db.selectFrom('space').select((of) => ['classification', of.fn.countAll<number>().as('count')])
        .where('is_public', '=', true).groupBy('classification').execute();
      const counts = new Map(counted.map(({ classification, count }) => [classification, count]));
      return { list: Object.entries(classifications).map(([spaceClassification, name]) => ({ spaceClassification, name, spaceCount: counts.get(spaceClassification) ?? 0 })) };
    },

    async 'groupChat.querySpaceTemplate'() {
      return { list: spaceTemplates, avatars, banners };
    },

    async 'groupChat.createSpace'(request, actor) {
      const spaceId = await spaces.create(actor, request);
      return { spaceInfo: (await one(actor.identifier, spaceId))!, rooms: await conversations.roomsOf(actor.identifier, spaceId) };
    },

    async 'groupChat.modifySpace'(request, actor) {
      const room = await spaces.modify(actor, request);
      const [spaceInfo, rooms] = await Promise.all([one(actor.identifier, request.spaceId), conversations.roomsOf(actor.identifier, request.spaceId)]);
      return { spaceInfo: spaceInfo ?? null, room: rooms.find(({ conversionId }) => conversionId === room) ?? null };
    },
  };
};
