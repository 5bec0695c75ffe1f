// Joins, creates, changes and leaves spaces. A separate chunk, because only actions of a person need it.
import type { EngineCalls } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Spaces } from './spaces.ts';

interface SpaceCallsPorts extends Pick<AccountContext, 'api' | 'me'> {
  spaces: Pick<Spaces, 'refresh' | 'leave'>;
}

export type SpaceCalls = Pick<EngineCalls, 'joinSpace' | 'createSpace' | 'changeSpace' | 'quitSpace'>;

export const createSpaceCalls = ({ api, me, spaces }: SpaceCallsPorts): SpaceCalls => ({
  async joinSpace({ spaceId, conversationId = '', inviterId = '', invitation = '' }) {
    const joined = await api.conversation.directJoin({
      fromIdentifier: inviterId,
      invitedIdentifier: me.identifier,
      conversationId,
      type: 'directJoin',
      spaceId,
      invitation,
    });
    await spaces.refresh(joined.spaceId);
    return { spaceId: joined.spaceId, conversationId: joined.conversationId };
  },

  async createSpace(request) {
    const { spaceInfo, rooms } = await api.groupChat.createSpace(request);
    if (!spaceInfo) throw new Fault('UNKNOWN');
    await spaces.refresh(spaceInfo.spaceId);
    return { spaceId: spaceInfo.spaceId, conversationId: rooms[0]?.conversionId ?? '' };
  },

  async changeSpace(request) {
    const { room } = await api.groupChat.modifySpace(request);
    const { spaceId = '' } = request;
    if (request.op === 'DISSOLVE') await spaces.leave(spaceId, 'dissolved');
    else await spaces.refresh(spaceId);
    return { conversationId: room?.conversionId ?? '' };
  },

  async quitSpace({ spaceId }) {
    await api.conversation.quitSpace({ spaceId });
    await spaces.leave(spaceId, 'quit');
  },
});
