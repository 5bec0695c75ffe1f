// Posts moments: saved first, in the order they were written, each once.
import type { AccountDb } from '@amber/client/db';
import {
  draftId,
  draftKey,
  type FeedName,
  inFeedOrder,
  momentKeys,
  type MomentText,
  type WaitingMoment,
  waitingKey,
  type WaitingPicture,
} from '@amber/client/moments';
import type { Api, Blog, BlogPicture } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { TryAgain } from '../kit/tryAgain.ts';
import type { FeedRows } from './feedRows.ts';

interface PostingPorts {
  db: AccountDb;
  api: Api;
  rows: FeedRows;
  now(): number;
  tryAgain: TryAgain;
  /** The feeds that a moment of mine is in. */
  feedsOf(blog: Blog): FeedName[];
}

interface Written extends MomentText {
  blogId: string;
  pictures?: WaitingPicture[];
  draftOf?: string;
}

export function createPosting({ db, api, rows, now, tryAgain, feedsOf }: PostingPorts) {
  let posting: Promise<void> = Promise.resolve();

  const put = (row: WaitingMoment) => db.identity.put(row as { key: string });
  const waiting = async () =>
    ((await db.identity.where('key').startsWith(momentKeys.waiting).toArray()) as unknown as WaitingMoment[])
      .filter(({ error }) => error === '')
      .sort((a, b) => a.writtenAt - b.writtenAt);

  /** Each at most once: what is uploaded is noted before the next. @throws Fault */
  async function upload({ key }: WaitingMoment): Promise<BlogPicture[]> {
    const read = async () => ((await db.identity.get(key)) as WaitingMoment | undefined)?.pictures ?? [];
    for (const [place, { path, file }] of (await read()).entries()) {
      if (path) continue;
      const stored = await api.file.uploadPicture({ picture: file });
      await db.transaction('rw', db.identity, async () => {
        const row = (await db.identity.get(key)) as WaitingMoment | undefined;
        const pictures = row?.pictures?.map((one, at) => (at === place ? { ...one, path: stored.path } : one));
        if (row && pictures) await put({ ...row, pictures });
      });
    }
    return (await read()).map(({ file: _, ...picture }) => picture);
  }

  /** A refusal by the gateway stays with the moment; anything else is tried again, and nothing overtakes it. */
  async function postAll(): Promise<void> {
    for (const row of await waiting()) {
      const { key, blogId, text, visibility, spaceId } = row;
      // Discarded meanwhile.
      const isThere = async () => (await db.identity.get(key)) !== undefined;
      if (!(await isThere())) continue;
      try {
        const pictures = await upload(row);
        if (!(await isThere())) continue;
        const { blog } = await api.circle.post({ blogId, text, visibility, spaceId, pictures });
        tryAgain.forget(momentKeys.waiting);
        await db.transaction('rw', db.identity, async () => {
          await db.identity.delete(key);
          await rows.change(
            (list) => [...list.filter((one) => one.blogId !== blogId), blog!].sort(inFeedOrder),
            feedsOf(blog!),
          );
        });
      } catch (thrown) {
        const { kind, code } = Fault.of(thrown);
        if (kind !== 'business') return tryAgain.later(momentKeys.waiting, thrown, flush);
        await db.transaction('rw', db.identity, async () => {
          const row = (await db.identity.get(key)) as WaitingMoment | undefined;
          if (row) await put({ ...row, error: code });
        });
      }
    }
  }

  /** One after the other; what the database refuses stays for the next time. */
  function flush(): void {
    posting = posting.then(postAll).catch(() => {});
  }

  return {
    flush,

    async post({ blogId, text, visibility, spaceId, pictures = [], draftOf }: Written): Promise<void> {
      const key = waitingKey(blogId);
      const row = { key, blogId, text, visibility, spaceId, writtenAt: now(), error: '', pictures };
      await db.transaction('rw', db.identity, db.drafts, async () => {
        if (!(await db.identity.get(key))) await put(row);
        if (draftOf === undefined) return;
        await db.identity.delete(draftKey(draftOf));
        await db.drafts.delete(draftId(draftOf));
      });
      flush();
    },

    async keepPictures({ spaceId, pictures }: { spaceId: string; pictures: WaitingPicture[] }): Promise<void> {
      const key = draftKey(spaceId);
      if (pictures.length === 0) await db.identity.delete(key);
      else await db.identity.put({ key, pictures } as { key: string });
    },

    async retry({ blogId }: { blogId: string }): Promise<void> {
      await db.transaction('rw', db.identity, async () => {
        const row = (await db.identity.get(waitingKey(blogId))) as WaitingMoment | undefined;
        if (row) await put({ ...row, error: '' });
      });
      flush();
    },

    discard: ({ blogId }: { blogId: string }): Promise<void> => db.identity.delete(waitingKey(blogId)),
  };
}
