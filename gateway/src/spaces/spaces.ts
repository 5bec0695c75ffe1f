// Creates spaces, and applies their owner's changes.
import type { CreateSpaceRequest, ModifySpaceRequest, ModifySpaceRequest_Op } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkName, checkOptionalText } from '../core/checks.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import { newIdentifier } from '../core/identifiers.ts';
import type { ChangeSpace, SpaceChange, SpaceRow } from './spaceChange.ts';
import { insertMember, removeMembers, transferOwnership } from './spaceMembers.ts';
import { changeRoom, createRoom, deleteRoom, dissolve, toRoomPlan, roomOf } from './spaceRooms.ts';
import { classifications, plainRooms, type RoomPlan, spaceTemplates } from './spaceTemplates.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';

interface SpacesPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  changeSpace: ChangeSpace;
  pictures: Pick<Pictures, 'check'>;
  /** Prepared pictures, as paths. */
  avatars: readonly string[];
  banners: readonly string[];
}

/** The values of the space form. */
type SpaceForm = Omit<CreateSpaceRequest, 'templateId' | 'requestId' | 'roomNames'>;

export function createSpaces({ db, clock, limits, quotas, changeSpace, pictures, avatars, banners }: SpacesPorts) {
  /** Returns a social media link in normalized form; only https is allowed. @throws Fault BAD_LINK */
  function checkLink(text: string): string {
    const link = text.trim();
    if (link.length > limits.socialLinkMax || !URL.canParse(link) || new URL(link).protocol !== 'https:')
      throw new Fault('BAD_LINK');
    return new URL(link).href;
  }

  /** Checks the values of the space form. @throws Fault BAD_NAME, BAD_LINK, BAD_REQUEST. */
  async function checkSpace(
    within: Db,
    { identifier }: DeviceRef,
    form: SpaceForm,
    before: Pick<SpaceRow, 'avatar' | 'banner'>,
  ) {
    const { spaceName, intro, avatar, banner, spaceClassification, invitationOnly, byApproval } = form;
    const links = form.socialMediaLinks.filter((link) => link.trim() !== '');
    await pictures.check(within, identifier, avatar, { current: before.avatar, predefined: avatars });
    await pictures.check(within, identifier, banner, { current: before.banner, predefined: banners });
    const isKnown = spaceClassification === '' || Object.hasOwn(classifications, spaceClassification);
    if (!isKnown || links.length > limits.socialLinksMax) throw new Fault('BAD_REQUEST');
    return {
      name: checkName(spaceName, limits.spaceNameMax),
      intro: checkOptionalText(intro, limits.spaceIntroMax),
      avatar,
      banner,
      classification: spaceClassification,
      is_public: !invitationOnly,
      by_approval: byApproval && !invitationOnly,
      social_media_links: [...new Set(links.map(checkLink))],
    };
  }

  /** The rooms, with the names the owner chose. */
  const applyRoomNames = (plans: readonly RoomPlan[], names: readonly string[]): RoomPlan[] => {
    if (names.length > plans.length) throw new Fault('BAD_REQUEST');
    return plans.map((plan, index) => ({ ...plan, name: checkName(names[index] || plan.name, limits.roomNameMax) }));
  };

  const requestOf = ({ identifier }: DeviceRef, requestId: string): string | null => {
    if (requestId === '') return null;
    checkMessageId(requestId);
    return `${identifier}/${requestId}`;
  };

  const findByRequest = async (request: string | null): Promise<string | undefined> =>
    request === null
      ? undefined
      : (await db.selectFrom('space').select('id').where('request', '=', request).executeTakeFirst())?.id;

  type Operation = (change: SpaceChange, request: ModifySpaceRequest) => Promise<string | void>;

  /** Each operation's effect; returns the room it created or changed. */
  const operations: Record<ModifySpaceRequest_Op, Operation> = {
    async CHANGE(change, { space: form, room: roomForm, conversationId, invited, newOwner, removed }) {
      if (!form && !roomForm && newOwner === '' && removed.length === 0) throw new Fault('BAD_REQUEST');
      if (removed.length > limits.groupMembersMax || (invited.length > 0 && !roomForm)) throw new Fault('BAD_REQUEST');
      const { tx, actor, space, addNotice, members } = change;
      if (form) {
        const fields = await checkSpace(tx, actor, form, space);
        await tx.updateTable('space').set(fields).where('id', '=', space.id).execute();
      }
      if (removed.length > 0) await removeMembers(change, removed);
      const room = roomForm && roomOf(change, conversationId);
      if (room) await changeRoom(change, room, roomForm, invited, limits);
      if (newOwner !== '') await transferOwnership(change, newOwner);
      if (form || newOwner !== '') addNotice('CHANGE', await members());
      return room?.id;
    },
    async CREATE(change, { room, invited, requestId }) {
      if (!room) throw new Fault('BAD_REQUEST');
      return createRoom(change, toRoomPlan(room, limits), {
        invited,
        request: requestOf(change.actor, requestId),
        limits,
      });
    },
    DELETE_ROOM: (change, { conversationId }) => deleteRoom(change, roomOf(change, conversationId)),
    DISSOLVE: (change) => dissolve(change),
  };

  /** Whether the operation changes the membership of every room. */
  const concernsAllRooms = ({ op, removed, newOwner }: ModifySpaceRequest): boolean =>
    op === 'DISSOLVE' || removed.length > 0 || newOwner !== '';

  return {
    /**
     * Creates a space with only its owner, and its template's rooms. Returns its id; repeated with the same request id
     * it returns the same space.
     * @throws Fault BAD_NAME, BAD_LINK, BAD_REQUEST, SPACES_FULL, TOO_MANY.
     */
    async create(actor: DeviceRef, { templateId, requestId, roomNames, ...form }: CreateSpaceRequest): Promise<string> {
      const template = spaceTemplates.find((one) => one.templateId === templateId);
      if (templateId !== '' && !template) throw new Fault('BAD_REQUEST');
      const plans = applyRoomNames(template?.rooms ?? plainRooms, roomNames);
      const fields = await checkSpace(db, actor, form, { avatar: '', banner: '' });
      const request = requestOf(actor, requestId);
      const before = await findByRequest(request);
      if (before) return before;
      await quotas.enforce([{ key: `space/${actor.identifier}`, limit: limits.spacesMadePerHour }]);
      const { identifier } = actor;
      return changeSpace(
        actor,
        (tx) =>
          tx
            .insertInto('space')
            .values({ id: newIdentifier(), owner: identifier, sort_time: clock(), request, ...fields })
            .onConflict((on) => on.column('request').doNothing())
            .returningAll()
            .executeTakeFirst(),
        async (change) => {
          const { space, addNotice } = change;
          await insertMember(change, identifier, { limits, fullFault: 'SPACES_FULL' });
          for (const [index, plan] of plans.entries()) await createRoom(change, plan, { limits, index });
          addNotice('JOIN', [identifier]);
          return space.id;
        },
      ).catch(async (thrown: unknown) => {
        // A concurrent call with the same request id was first.
        const other = await findByRequest(request);
        if (other) return other;
        throw thrown;
      });
    },

    /**
     * Applies the owner's change atomically. Returns the room it created or changed, if any.
     * @throws Fault NO_AUTH for anyone else and for rooms of other spaces; BAD_NAME, BAD_LINK, BAD_REQUEST,
     * LAST_ROOM, ROOMS_FULL; TOO_MANY.
     */
    async modify(actor: DeviceRef, request: ModifySpaceRequest): Promise<string | void> {
      // An operation of a newer version arrives as a number.
      const operation: Operation | undefined = operations[request.op];
      if (!operation) throw new Fault('BAD_REQUEST');
      await quotas.enforce([{ key: `spaceChange/${actor.identifier}`, limit: limits.spaceChangesPerHour }]);
      return changeSpace(
        actor,
        request.spaceId,
        async (change) => {
          if (change.space.owner !== actor.identifier) throw new Fault('NO_AUTH');
          return operation(change, request);
        },
        concernsAllRooms(request) ? undefined : [request.conversationId],
      );
    },
  };
}
