// Spaces: finding them, and what each of them is.
import type { Input, Space } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { escapeLike } from '../escapeLike.ts';
import type { CallsOf, Parts } from '../handler.ts';

const namePartMax = 64;
const foundMax = 60;
const shownMax = 6;

export const groupChatCalls = ({ store: { db }, limits }: Parts): CallsOf<'groupChat'> => {
  /** Spaces as this person sees them. */
  const spacesFor = (identifier: string) => db.selectFrom('space').select((of) => [
    'id as spaceId', 'avatar', 'name as spaceName', 'intro', 'owner as identifier', 'banner',
    'social_media_links as socialMediaLinks', 'classification as spaceClassification', 'sort_time as sortTime',
    of.selectFrom('space_member').whereRef('space', '=', 'space.id').select(sql<number>`count(*)::int`.as('count')).as('memberCount'),
    of.exists(of.selectFrom('space_member').whereRef('space', '=', 'space.id').where('identifier', '=', identifier)).as('isMember'),
  ]).orderBy('sort_time', 'desc').orderBy('id').$castTo<Input<Space>>();

  return {
    async 'groupChat.querySpace'({ page, pageSize }, { identifier }) {
      if (page < 0 || pageSize < 0) throw new Fault('BAD_REQUEST');
      const size = Math.min(pageSize || limits.spacesPageSize, limits.spacesPageSize);
      const spaceInfo = await spacesFor(identifier)
        .where('id', 'in', db.selectFrom('space_member').select('space').where('identifier', '=', identifier))
        .limit(size).offset(page * size).execute();
      return { spaceInfo };
    },

    async 'groupChat.querySpaceDetail'({ spaceId }, { identifier }) {
      return { spaceInfo: await spacesFor(identifier).where('id', '=', spaceId).executeTakeFirstOrThrow() };
    },

    async 'groupChat.querySpaceByNamePart'({ namePart }, { identifier }) {
      const part = namePart.trim().toLowerCase();
      if (part.length > namePartMax || part.includes('\0')) throw new Fault('BAD_REQUEST');
      const spaceInfo = await spacesFor(identifier).where('is_public', '=', true)
        .where(sql`lower(name)`, 'like', `%${escapeLike(part)}%`).limit(foundMax).execute();
      return { spaceInfo };
    },

    async 'groupChat.queryPublicSpace'() {
      const spaces = await spacesFor('').clearOrderBy().where('is_public', '=', true)
        .orderBy('memberCount', 'desc').orderBy('id').limit(shownMax).execute();
      // A visitor learns of nobody.
      return { spaceInfo: spaces.map((space) => ({ ...space, identifier: '' })) };
    },
  };
};
