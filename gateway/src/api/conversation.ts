// Beginning and listing conversations.
import type { Calls, Conversation_Type } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { CallsOf, Parts } from '../handler.ts';
import { newIdentifier } from '../identifiers.ts';
import type { Actor } from '../tokens.ts';

/** The people a group can be begun with. */
const firstMembersMax = 200;

export const conversationCalls = ({ store: { db }, membership, conversations, clock }: Parts): CallsOf<'conversation'> => {
  type Request = Calls['conversation.create']['request'];

  /** @throws Fault NO_AUTH when one of them does not exist. */
  async function checkPeople(identifiers: string[]): Promise<void> {
    const found = await db.selectFrom('person').select('identifier').where('identifier', 'in', identifiers).execute();
    if (found.length !== identifiers.length) throw new Fault('NO_AUTH');
  }

  /** The conversation's id; null when the pair has one already. */
  const begin = (type: Conversation_Type, pair: string | null, owner: string, others: string[]) =>
    db.transaction().execute(async (tx) => {
      const made = await tx.insertInto('conversation').values({ id: newIdentifier(), type, pair, owner, created_at: clock() })
        .onConflict((on) => on.column('pair').doNothing()).returning('id').executeTakeFirst();
      if (!made) return null;
      await membership.add(tx, made.id, [
        { identifier: owner, role: type === 'group' ? 'owner' : 'member' },
        ...others.map((identifier) => ({ identifier, role: 'member' as const })),
      ]);
      return made.id;
    });

  /** One per pair, whoever asks first and however often. */
  async function beginPrivate(me: string, other: string): Promise<string> {
    const pair = [me, other].sort().join('/');
    const existing = () => db.selectFrom('conversation').select('id').where('pair', '=', pair).executeTakeFirst();
    const before = await existing();
    if (before) return before.id;
    const blocked = await db.selectFrom('block').select('blocked').where('identifier', '=', other).where('blocked', '=', me).executeTakeFirst();
    if (blocked) throw new Fault('BLOCKED');
    const made = await begin('private', pair, me, [other]);
    if (made) membership.changed(made, [me, other]);
    return made ?? (await existing())!.id;
  }

  async function beginGroup(me: string, others: string[]): Promise<string> {
    const made = (await begin('group', null, me, others))!;
    membership.changed(made, [me, ...others]);
    return made;
  }

  const beginners = {
    async private({ identifiers }: Request, { identifier }: Actor) {
      const other = identifiers[0];
      if (identifiers.length !== 1 || other === undefined || other === identifier) throw new Fault('BAD_REQUEST');
      await checkPeople([other]);
      return beginPrivate(identifier, other);
    },
    async group({ identifiers }: Request, { identifier }: Actor) {
      const others = [...new Set(identifiers)].filter((one) => one !== identifier);
      if (others.length === 0 || others.length > firstMembersMax) throw new Fault('BAD_REQUEST');
      await checkPeople(others);
      return beginGroup(identifier, others);
    },
    async robot(): Promise<never> {
      throw new Fault('BAD_REQUEST');
    },
  } satisfies Record<Conversation_Type, (request: Request, actor: Actor) => Promise<string>>;

  return {
    async 'conversation.create'(request, actor) {
      const id = await (beginners[request.type] ?? beginners.robot)(request, actor);
      return { conversation: (await conversations.one(actor.identifier, id)).wire };
    },

    async 'conversation.list'(_, { identifier }) {
      return { list: (await conversations.seenBy(identifier)).map(({ wire }) => wire) };
    },

    async 'conversation.getPrivateConversationDetail'({ conversationId }, { identifier }) {
      const found = await conversations.one(identifier, conversationId);
      if (found.type !== 'private') throw new Fault('NO_AUTH');
      return { info: { userInfo: found.wire.userInfo?.[0] ?? null, conversionId: found.id, spaceId: '' } };
    },
  };
};
