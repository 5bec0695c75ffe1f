// Posts moments: each is saved first, posted once, and in the order of writing.
import type { AccountDb } from '@amber/client/db';
import {
  momentDraftId,
  momentDraftKey,
  type FeedName,
  compareMoments,
  momentKeyPrefixes,
  type MomentText,
  type PendingMoment,
  pendingMomentKey,
  type PendingPicture,
} from '@amber/client/moments';
import type { Api, Blog, BlogPicture } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Retrier } from '../kit/retrier.ts';
import type { FeedRows } from './feedRows.ts';

interface PostingPorts {
  db: AccountDb;
  api: Api;
  rows: FeedRows;
  now(): number;
  retrier: Retrier;
  /** The feeds that contain a moment of mine. */
  feedsOf(blog: Blog): FeedName[];
}

interface NewPost extends MomentText {
  blogId: string;
  pictures?: PendingPicture[];
  draftOf?: string;
}

export function createPosting({ db, api, rows, now, retrier, feedsOf }: PostingPorts) {
  let lastRun: Promise<void> = Promise.resolve();

  const put = (row: PendingMoment) => db.identity.put(row as { key: string });
  const pendingPosts = async () =>
    ((await db.identity.where('key').startsWith(momentKeyPrefixes.waiting).toArray()) as unknown as PendingMoment[])
      .filter(({ error }) => error === '')
      .sort((a, b) => a.writtenAt - b.writtenAt);

  /** Uploads each picture at most once: its path is saved before the next one is uploaded. @throws Fault */
  async function upload({ key }: PendingMoment): Promise<BlogPicture[]> {
    const read = async () => ((await db.identity.get(key)) as PendingMoment | undefined)?.pictures ?? [];
    for (const [index, { path, file }] of (await read()).entries()) {
      if (path) continue;
      const stored = await api.file.uploadPicture({ picture: file });
      await db.transaction('rw', db.identity, async () => {
        const row = (await db.identity.get(key)) as PendingMoment | undefined;
        const pictures = row?.pictures?.map((one, at) => (at === index ? { ...one, path: stored.path } : one));
        if (row && pictures) await put({ ...row, pictures });
      });
    }
    return (await read()).map(({ file: _, ...picture }) => picture);
  }

  /**
   * A moment that the gateway refuses is marked as failed. After any other error it is retried, and no later moment
   * overtakes it.
   */
  async function postAll(): Promise<void> {
    for (const row of await pendingPosts()) {
      const { key, blogId, text, visibility, spaceId } = row;
      // False when the moment was discarded in the meantime.
      const isPending = async () => (await db.identity.get(key)) !== undefined;
      if (!(await isPending())) continue;
      try {
        const pictures = await upload(row);
        if (!(await isPending())) continue;
        const { blog } = await api.circle.post({ blogId, text, visibility, spaceId, pictures });
        retrier.reset(momentKeyPrefixes.waiting);
        await db.transaction('rw', db.identity, async () => {
          await db.identity.delete(key);
          await rows.change(
            (list) => [...list.filter((one) => one.blogId !== blogId), blog!].sort(compareMoments),
            feedsOf(blog!),
          );
        });
      } catch (thrown) {
        const { kind, code } = Fault.of(thrown);
        if (kind !== 'business') return retrier.schedule(momentKeyPrefixes.waiting, thrown, flush);
        await db.transaction('rw', db.identity, async () => {
          const row = (await db.identity.get(key)) as PendingMoment | undefined;
          if (row) await put({ ...row, error: code });
        });
      }
    }
  }

  /** Runs are serial. After a database failure the posts stay for the next run. */
  function flush(): void {
    lastRun = lastRun.then(postAll).catch(() => {});
  }

  return {
    flush,

    async post({ blogId, text, visibility, spaceId, pictures = [], draftOf }: NewPost): Promise<void> {
      const key = pendingMomentKey(blogId);
      const row = { key, blogId, text, visibility, spaceId, writtenAt: now(), error: '', pictures };
      await db.transaction('rw', db.identity, db.drafts, async () => {
        if (!(await db.identity.get(key))) await put(row);
        if (draftOf === undefined) return;
        await db.identity.delete(momentDraftKey(draftOf));
        await db.drafts.delete(momentDraftId(draftOf));
      });
      flush();
    },

    async keepPictures({ spaceId, pictures }: { spaceId: string; pictures: PendingPicture[] }): Promise<void> {
      const key = momentDraftKey(spaceId);
      if (pictures.length === 0) await db.identity.delete(key);
      else await db.identity.put({ key, pictures } as { key: string });
    },

    async retry({ blogId }: { blogId: string }): Promise<void> {
      await db.transaction('rw', db.identity, async () => {
        const row = (await db.identity.get(pendingMomentKey(blogId))) as PendingMoment | undefined;
        if (row) await put({ ...row, error: '' });
      });
      flush();
    },

    discard: ({ blogId }: { blogId: string }): Promise<void> => db.identity.delete(pendingMomentKey(blogId)),
  };
}
