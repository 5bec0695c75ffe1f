// Spaces: searching, describing, creating and changing them.
import type { Input, Space } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { findByName, nameRanks } from '../db/nameSearch.ts';
import { cursorNumber, cursorText, decodeCursor, pageOf } from '../db/pageCursor.ts';
import { findJoinAccess } from '../spaces/invitations.ts';
import { classifications, spaceTemplates } from '../spaces/spaceTemplates.ts';
import type { Db } from '../db/store.ts';

const featuredMax = 6;

/** The cursor holds the time at which the space was created, and its id. */
const timeCursor = v.strictTuple([cursorNumber, cursorText]);
/** The cursor holds the rank of the name's match, and the space's name and id. */
const nameCursor = v.strictTuple([v.picklist(nameRanks), cursorText, cursorText]);

export const groupChatCalls = ({
  db,
  store: { visitorDb },
  spaces,
  invitations,
  joinRequests,
  conversations,
  joinSpaces,
  clock,
  limits,
  avatars,
  banners,
}: HandlerPorts): CallsOf<'groupChat'> => {
  /** Visitors share a small connection pool. */
  const dbFor = (identifier: string) => (identifier === '' ? visitorDb : db);

  /** This person's oldest assistant, as a person; null in spaces that newcomers do not join. */
  const guideOf = (identifier: string) =>
    sql<Space['guide']>`case when id = any(${joinSpaces}) then (
      select json_build_object('identifier', p.identifier, 'avatar', p.avatar, 'lastName', p.last_name)
      from ai_bot b join person p on p.identifier = b.id
      where b.owner = ${identifier} and b.type = 'assistant' and b.removed_at is null
        and exists (select from space_member m where m.space = space.id and m.identifier = ${identifier})
      order by p.created_at, b.id limit 1) end`;

  /** Selects spaces as this person sees them. */
  const spacesFor = (identifier: string) =>
    dbFor(identifier)
      .selectFrom('space')
      .select((of) => [
        'id as spaceId',
        'avatar',
        'name as spaceName',
        'intro',
        'owner as identifier',
        'banner',
        'social_media_links as socialMediaLinks',
        'classification as spaceClassification',
        'sort_time as sortTime',
        'member_count as memberCount',
        of
          .exists(of.selectFrom('space_member').whereRef('space', '=', 'space.id').where('identifier', '=', identifier))
          .as('isMember'),
        of.not(of.ref('is_public')).as('invitationOnly'),
        'by_approval as byApproval',
        of
          .case()
          .when('owner', '=', identifier)
          .then(
            of
              .selectFrom('join_apply')
              .whereRef('space', '=', 'space.id')
              .where('status', '=', 'applying')
              .where('applied_at', '>', clock() - limits.joinApplyTtl)
              .select(sql<number>`count(*)::int`.as('count')),
          )
          .else(0)
          .end()
          .as('joinApplyCount'),
        guideOf(identifier).as('guide'),
      ])
      .orderBy('sort_time', 'desc')
      .orderBy('id')
      .$castTo<Input<Space>>();

  const findSpace = (identifier: string, spaceId: string) =>
    spacesFor(identifier).where('id', '=', spaceId).executeTakeFirst();

  /** The inviter, if they are a member of the space. */
  const findInviter = (store: Db, spaceId: string, identifier: string) =>
    store
      .selectFrom('space_member as m')
      .innerJoin('person as p', 'p.identifier', 'm.identifier')
      .select(['p.identifier', 'p.avatar', 'p.last_name as lastName'])
      .where('m.space', '=', spaceId)
      .where('m.identifier', '=', identifier)
      .executeTakeFirst();

  const publicSpacesFor = (identifier: string) => spacesFor(identifier).where(sql.ref<boolean>('is_public'));

  /** A page of public spaces, newest first, and its cursor. */
  async function latestSpaces(identifier: string, classification: string, after: string) {
    const cursor = decodeCursor(after, timeCursor);
    let found = publicSpacesFor(identifier);
    if (classification !== '') found = found.where('classification', '=', classification);
    // The first condition uses the index; the second breaks ties between spaces created at the same time.
    if (cursor)
      found = found
        .where('sort_time', '<=', cursor[0])
        .where((where) => where.or([where('sort_time', '<', cursor[0]), where('id', '>', cursor[1])]));
    // The query reads one row more than the page shows, to learn whether there is a next page.
    const spaces = await found.limit(limits.spacesFoundPage + 1).execute();
    const { list, next } = pageOf(spaces, limits.spacesFoundPage, (space) => [space.sortTime!, space.spaceId!]);
    return { spaceInfo: list, next };
  }

  /** A page of public spaces whose name contains the text, best match first, and its cursor. */
  async function searchSpaces(identifier: string, part: string, classification: string, after: string) {
    const cursor = decodeCursor(after, nameCursor);
    const matches = await findByName(db, 'space', part, {
      limit: limits.spacesFoundPage + 1,
      after: cursor && { rank: cursor[0], part: cursor[1], id: cursor[2] },
      ...(classification !== '' && { filter: sql<boolean>`n.classification = ${classification}` }),
    });
    const { list, next } = pageOf(matches, limits.spacesFoundPage, ({ rank, part: name, id }) => [rank, name, id]);
    if (list.length === 0) return { spaceInfo: [], next };
    const ids = list.map(({ id }) => id);
    const spaces = await publicSpacesFor(identifier).where('id', 'in', ids).execute();
    const byId = new Map(spaces.map((space) => [space.spaceId, space]));
    return { spaceInfo: ids.flatMap((id) => byId.get(id) ?? []), next };
  }

  return {
    async 'groupChat.querySpace'({ page, pageSize }, { identifier }) {
      if (page < 0 || pageSize < 0) throw new Fault('BAD_REQUEST');
      const size = Math.min(pageSize || limits.spacesPageSize, limits.spacesPageSize);
      const spaceInfo = await spacesFor(identifier)
        .where('id', 'in', db.selectFrom('space_member').select('space').where('identifier', '=', identifier))
        .limit(size)
        .offset(page * size)
        .execute();
      return { spaceInfo };
    },

    async 'groupChat.querySpaceDetail'({ spaceId, inviterId, invitation }, { identifier }) {
      const store = dbFor(identifier);
      const space = await store.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst();
      const found = await findSpace(identifier, spaceId);
      if (!found || !space) throw new Fault('NO_AUTH');
      const {
        wayIn,
        wasRemoved,
        inviter: invitedBy,
      } = await findJoinAccess(store, space, identifier, invitation, clock());
      const [inviter, joinApply] = await Promise.all([
        findInviter(store, spaceId, invitedBy ?? inviterId),
        identifier === '' ? null : joinRequests.of(identifier, spaceId),
      ]);
      // A visitor sees no member except the inviter.
      return {
        spaceInfo: identifier === '' ? { ...found, identifier: '' } : found,
        wayIn,
        wasRemoved,
        joinApply,
        ...(inviter && { inviter }),
      };
    },

    async 'groupChat.querySpaceByNamePart'({ namePart, spaceClassification, after }, { identifier }) {
      const part = namePart.trim();
      if (
        part.length > limits.searchMax ||
        part.includes('\0') ||
        (spaceClassification !== '' && !Object.hasOwn(classifications, spaceClassification))
      )
        throw new Fault('BAD_REQUEST');
      return part === ''
        ? latestSpaces(identifier, spaceClassification, after)
        : searchSpaces(identifier, part, spaceClassification, after);
    },

    async 'groupChat.queryPublicSpace'() {
      const found = await publicSpacesFor('')
        .clearOrderBy()
        .orderBy('member_count', 'desc')
        .orderBy('id')
        .limit(featuredMax)
        .execute();
      // A visitor sees no member.
      return { spaceInfo: found.map((space) => ({ ...space, identifier: '' })) };
    },

    async 'groupChat.querySpaceClassification'() {
      const counts = new Map(
        (await db.selectFrom('space_classification').selectAll().execute()).map(({ name, spaces: count }) => [
          name,
          count,
        ]),
      );
      return {
        list: Object.entries(classifications).map(([spaceClassification, name]) => ({
          spaceClassification,
          name,
          spaceCount: counts.get(spaceClassification) ?? 0,
        })),
      };
    },

    async 'groupChat.querySpaceTemplate'() {
      return { list: spaceTemplates, avatars, banners };
    },

    async 'groupChat.createSpace'(request, actor) {
      const spaceId = await spaces.create(actor, request);
      return {
        spaceInfo: (await findSpace(actor.identifier, spaceId))!,
        rooms: await conversations.roomsOf(actor.identifier, spaceId),
      };
    },

    async 'groupChat.createInvitation'({ spaceId }, { identifier }) {
      return { invitation: await invitations.of(identifier, spaceId) };
    },

    async 'groupChat.queryInvitations'({ spaceId }, { identifier }) {
      return { list: await invitations.list(identifier, spaceId) };
    },

    'groupChat.endInvitation': ({ spaceId, invitation }, { identifier }) =>
      invitations.revoke(identifier, spaceId, invitation),

    async 'groupChat.queryJoinApplies'({ spaceId }) {
      return { list: await joinRequests.listOpen(spaceId) };
    },

    'groupChat.operateJoinApply': ({ spaceId, identifier, operate }, actor) =>
      joinRequests.answerRequest(actor, spaceId, identifier, operate),

    async 'groupChat.modifySpace'(request, actor) {
      const room = await spaces.modify(actor, request);
      const [spaceInfo, rooms] = await Promise.all([
        findSpace(actor.identifier, request.spaceId),
        conversations.roomsOf(actor.identifier, request.spaceId),
      ]);
      return { spaceInfo: spaceInfo ?? null, room: rooms.find(({ conversionId }) => conversionId === room) ?? null };
    },
  };
};
