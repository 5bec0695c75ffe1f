import { firstValueFrom, skip, Subscription } from 'rxjs';
import { expect, it } from 'vitest';
import { accountDb, conversations$ } from './live.ts';
import { fakeHost } from './testing/index.ts';

const chat = (conversionId: string) => ({
  conversionId,
  spaceId: '',
  type: 'private',
  status: 'normal',
  userInfo: [],
  unread: 0,
});

it('R67 all who make something of the conversations share one query, and a change reaches each', async () => {
  await fakeHost({ rows: { conversations: [chat('one')] } });
  let reads = 0;
  accountDb()!.conversations.hook('reading', (row) => {
    reads += 1;
    return row;
  });
  const all = new Subscription();
  const heard: string[][] = [[], [], []];
  for (const list of heard)
    all.add(conversations$.subscribe((rows) => list.push(rows.map(({ conversionId }) => conversionId).join(' '))));
  await firstValueFrom(conversations$);
  expect(reads).toBe(1);
  expect(await firstValueFrom(conversations$)).toHaveLength(1);

  const next = firstValueFrom(conversations$.pipe(skip(1)));
  await accountDb()!.conversations.bulkPut([chat('two')] as never);
  await next;
  expect(heard).toEqual(heard.map(() => ['one', 'one two']));
  expect(reads).toBe(3);
  all.unsubscribe();
});

it('T19 who signs in next begins with none of the conversations of the one before', async () => {
  await fakeHost({ rows: { conversations: [chat('mine')] } });
  const heard: number[] = [];
  const following = conversations$.subscribe((rows) => heard.push(rows.length));
  await firstValueFrom(conversations$);
  await fakeHost({});
  await expect.poll(() => heard).toEqual([1, 0, 0]);
  following.unsubscribe();
});
