// Posts moments: each is saved first, posted once, and in the order of writing.
import {
  momentDraftId,
  type FeedName,
  compareMoments,
  type MomentText,
  type PendingPicture,
} from '@amber/client/moments';
import type { Blog, BlogPicture } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import {
  deleteIdentityRow,
  getIdentityRow,
  type IdentityRow,
  listIdentityRows,
  putIdentityRow,
} from '../keys/identityRows.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import type { FeedRows } from './feedRows.ts';

interface PostingPorts extends Pick<AccountContext, 'db' | 'api' | 'now' | 'retrier'> {
  rows: FeedRows;
  /** The feeds that contain a moment of mine. */
  feedsOf(blog: Blog): FeedName[];
}

interface NewPost extends MomentText {
  blogId: string;
  pictures?: PendingPicture[];
  draftOf?: string;
}

/** The name of retries in the backoff. */
const retryName = 'momentToPost';

export function createPosting({ db, api, rows, now, retrier, feedsOf }: PostingPorts) {
  let lastRun: Promise<void> = Promise.resolve();

  const read = (blogId: string) => getIdentityRow(db, 'momentToPost:', blogId);
  const pendingPosts = async () =>
    (await listIdentityRows(db, 'momentToPost:'))
      .filter(({ error }) => error === '')
      .sort((a, b) => a.writtenAt - b.writtenAt);

  /** Changes a moment, unless it was discarded in the meantime. */
  const change = (
    blogId: string,
    fieldsOf: (row: IdentityRow<'momentToPost:'>) => Partial<IdentityRow<'momentToPost:'>>,
  ) =>
    db.transaction('rw', db.identity, async () => {
      const row = await read(blogId);
      if (row) await putIdentityRow(db, 'momentToPost:', { ...row, ...fieldsOf(row) }, blogId);
    });

  /** Uploads each picture at most once: its path is saved before the next one is uploaded. @throws Fault */
  async function upload(blogId: string): Promise<BlogPicture[]> {
    const readPictures = async () => (await read(blogId))?.pictures ?? [];
    for (const [index, { path, file }] of (await readPictures()).entries()) {
      if (path) continue;
      const stored = await api.file.uploadPicture({ picture: file });
      await change(blogId, ({ pictures }) => ({
        ...(pictures && { pictures: pictures.map((one, at) => (at === index ? { ...one, path: stored.path } : one)) }),
      }));
    }
    return (await readPictures()).map(({ file: _, ...picture }) => picture);
  }

  /**
   * A moment that the gateway refuses is marked as failed. After any other error it is retried, and no later moment
   * overtakes it.
   */
  async function postAll(): Promise<void> {
    for (const { blogId, text, visibility, spaceId } of await pendingPosts()) {
      // False when the moment was discarded in the meantime.
      const isPending = async () => (await read(blogId)) !== undefined;
      if (!(await isPending())) continue;
      try {
        const pictures = await upload(blogId);
        if (!(await isPending())) continue;
        const { blog } = await api.circle.post({ blogId, text, visibility, spaceId, pictures });
        retrier.reset(retryName);
        await db.transaction('rw', db.identity, async () => {
          await deleteIdentityRow(db, 'momentToPost:', blogId);
          await rows.change(
            (list) => [...list.filter((one) => one.blogId !== blogId), blog!].sort(compareMoments),
            feedsOf(blog!),
          );
        });
      } catch (thrown) {
        const { kind, code } = Fault.of(thrown);
        if (kind !== 'business') return retrier.schedule(retryName, thrown, flush);
        await change(blogId, () => ({ error: code }));
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
      const row = { blogId, text, visibility, spaceId, writtenAt: now(), error: '', pictures };
      await db.transaction('rw', db.identity, db.drafts, async () => {
        if (!(await read(blogId))) await putIdentityRow(db, 'momentToPost:', row, blogId);
        if (draftOf === undefined) return;
        await deleteIdentityRow(db, 'momentDraft:', draftOf);
        await db.drafts.delete(momentDraftId(draftOf));
      });
      flush();
    },

    async keepPictures({ spaceId, pictures }: { spaceId: string; pictures: PendingPicture[] }): Promise<void> {
      if (pictures.length === 0) await deleteIdentityRow(db, 'momentDraft:', spaceId);
      else await putIdentityRow(db, 'momentDraft:', { pictures }, spaceId);
    },

    async retry({ blogId }: { blogId: string }): Promise<void> {
      await change(blogId, () => ({ error: '' }));
      flush();
    },

    discard: ({ blogId }: { blogId: string }): Promise<void> => deleteIdentityRow(db, 'momentToPost:', blogId),
  };
}
