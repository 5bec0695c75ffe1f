import { describe, expect, it } from 'vitest';
import { type LeftEvent, type OpenLocation, pathAfterLeaving } from './pathAfterLeaving.ts';

const space = (how: Extract<LeftEvent, { type: 'spaceLeft' }>['how']): LeftEvent => ({
  type: 'spaceLeft',
  spaceId: 's1',
  name: 'Space',
  how,
  by: 'bob',
});
const conversation = (how: Extract<LeftEvent, { type: 'conversationLeft' }>['how'], spaceId = ''): LeftEvent => ({
  type: 'conversationLeft',
  conversationId: 'c1',
  spaceId,
  name: 'Chat',
  how,
  by: 'bob',
});

describe('where to go when what is open is lost', () => {
  it.each<[string, LeftEvent, OpenLocation, string | undefined, string | null]>([
    // what was lost, what is open, the first room that is left, where to go
    ['R25 I left the space, in a room of it', space('quit'), { sid: 's1', cid: 'c1' }, 'c2', '/channels/recommend'],
    ['R25 I left the space, in its settings', space('quit'), { sid: 's1' }, undefined, '/channels/recommend'],
    ['R25 the space was dissolved', space('dissolved'), { sid: 's1', cid: 'c1' }, undefined, '/channels/recommend'],
    ['R25 I was removed from the space', space('removed'), { sid: 's1', cid: 'c1' }, undefined, '/channels/recommend'],
    ['R25 the space is gone, nobody knows how', space('gone'), { sid: 's1' }, undefined, '/channels/recommend'],
    ['R25 another space is open', space('dissolved'), { sid: 's2', cid: 'c9' }, undefined, null],
    ['R25 no space is open', space('dissolved'), {}, undefined, null],
    ['R26 I left the chat', conversation('quit'), { cid: 'c1' }, undefined, '/channels/me'],
    ['R26 I was removed from the chat', conversation('removed'), { cid: 'c1' }, undefined, '/channels/me'],
    ['R26 the chat was disbanded', conversation('dismissed'), { cid: 'c1' }, undefined, '/channels/me'],
    ['R26 another chat is open', conversation('dismissed'), { cid: 'c2' }, undefined, null],
    ['R26 the list is open', conversation('quit'), {}, undefined, null],
    [
      'R27 the room is hidden from me',
      conversation('roomGone', 's1'),
      { sid: 's1', cid: 'c1' },
      'c2',
      '/channels/s1/c2',
    ],
    ['R27 the room was deleted', conversation('dismissed', 's1'), { sid: 's1', cid: 'c1' }, 'c2', '/channels/s1/c2'],
    [
      'R27 it was the only room I saw',
      conversation('roomGone', 's1'),
      { sid: 's1', cid: 'c1' },
      undefined,
      '/channels/s1',
    ],
    ['R27 another room is open', conversation('roomGone', 's1'), { sid: 's1', cid: 'c2' }, 'c2', null],
  ])('%s', (_, loss, open, firstRoom, where) => {
    expect(pathAfterLeaving(loss, open, firstRoom)).toBe(where);
  });
});
