// Moments as a device stores them: rows of the table `identity`, under keys that older builds pass over.
import type { Blog, Blog_Visibility, BlogPicture } from '@amber/proto';
import type { AccountDb } from './db.ts';

/** A list of moments: all that I may read, of those I follow, by one person, or for the members of a space. */
export type FeedName = 'everybody' | 'following' | `by ${string}` | `in ${string}`;

const feedPrefix = 'moments:';
const pendingPrefix = 'momentToPost:';
const draftPrefix = 'momentDraft:';

/** The beginnings of the rows' keys. */
export const momentKeyPrefixes = { feeds: feedPrefix, waiting: pendingPrefix } as const;

export const feedKey = (feed: FeedName): string => feedPrefix + feed;
/** Of a box's draft, its text among the drafts; `spaceId`: the space it writes for, or ''. */
export const momentDraftId = (spaceId: string): string => `moments ${spaceId}`;
export const momentDraftKey = (spaceId: string): string => draftPrefix + spaceId;
export const pendingMomentKey = (blogId: string): string => pendingPrefix + blogId;

/** The beginning of a list, newest first. */
export interface FeedRow {
  key: string;
  list: Blog[];
  /** Where the gateway goes on; empty at the end of the list. */
  next: string;
  /** When it was last asked for; the longest unasked go first. */
  askedAt: number;
}

/** What an author says of a moment. */
export interface MomentText {
  text: string;
  visibility: Blog_Visibility;
  /** Where `visibility` is 'space'. */
  spaceId: string;
}

/** A picture that is not uploaded yet: its file, in a format that the gateway takes. */
export interface PendingPicture extends BlogPicture {
  /** Empty until it is uploaded. */
  path: string;
  file: Uint8Array<ArrayBuffer>;
}

/** A moment that is not posted yet. */
export interface PendingMoment extends MomentText {
  key: string;
  blogId: string;
  writtenAt: number;
  /** Absent in rows of older builds. */
  pictures?: PendingPicture[];
  /** Why the gateway refused it; empty while it waits. */
  error: string;
}

/** The pictures of a moment that is being written. */
export interface MomentDraft {
  key: string;
  pictures: PendingPicture[];
}

/** The stored beginning of a feed. Pages read moments by these four alone: the table holds this device's keys too. */
export const readFeed = async (db: AccountDb, feed: FeedName): Promise<FeedRow | undefined> =>
  (await db.identity.get(feedKey(feed))) as FeedRow | undefined;

export const readFeeds = async (db: AccountDb): Promise<FeedRow[]> =>
  (await db.identity.where('key').startsWith(feedPrefix).toArray()) as unknown as FeedRow[];

/** The moments that are not posted yet. */
export const readPendingMoments = async (db: AccountDb): Promise<PendingMoment[]> =>
  (await db.identity.where('key').startsWith(pendingPrefix).toArray()) as unknown as PendingMoment[];

/** The pictures of the draft of this box. */
export const readDraftPictures = async (db: AccountDb, spaceId: string): Promise<readonly PendingPicture[]> =>
  ((await db.identity.get(momentDraftKey(spaceId))) as MomentDraft | undefined)?.pictures ?? [];

/** The draft it was written as, which goes when the moment is saved: see `draftId`. */
interface DraftReference {
  draftOf?: string;
}

/** What a page may ask of the engine about moments. */
export type MomentsRequest =
  /** Brings the beginning of a feed up to date; the row of the feed then holds it. */
  | { what: 'refresh'; feed: FeedName }
  /** Adds the next page to the feed's row. */
  | { what: 'older'; feed: FeedName }
  /** Saves a moment, and posts it as soon as possible. */
  | ({ what: 'post'; blogId: string } & DraftReference & MomentText)
  /** The same with pictures. Another name, so that an engine that knows none refuses it rather than post the words alone. */
  | ({ what: 'postPictures'; blogId: string; pictures: PendingPicture[] } & DraftReference & MomentText)
  /** Keeps the pictures of a draft; none removes it. */
  | { what: 'keepPictures'; spaceId: string; pictures: PendingPicture[] }
  /** Of a moment that was refused: posts it again, or drops it. */
  | { what: 'retry' | 'discard'; blogId: string }
  | ({ what: 'edit'; blogId: string } & MomentText)
  /** The same with what its pictures are described as. Another name, so that an older engine removes none of them. */
  | ({ what: 'editPictures'; blogId: string; pictures: BlogPicture[] } & MomentText)
  | { what: 'remove'; blogId: string }
  /** On screen at once, and taken back when it fails. */
  | { what: 'like'; blogId: string; liked: boolean }
  | { what: 'follow'; identifier: string; follow: boolean }
  /** Leaves somebody's moments out of my feeds. */
  | { what: 'hide'; identifier: string; hidden: boolean };

/** The order of a feed: newest first, and by id among those of the same time. */
export const compareMoments = (a: Pick<Blog, 'time' | 'blogId'>, b: Pick<Blog, 'time' | 'blogId'>): number =>
  b.time - a.time || (a.blogId < b.blogId ? -1 : a.blogId > b.blogId ? 1 : 0);
