// Moments as stored on a device: rows of the table `identity`, under keys that older builds ignore.
import type { Blog, Blog_Visibility, BlogPicture } from '@amber/proto';
import { momentKeys } from './momentKeys.ts';
import type { AccountRows } from './rows.ts';

/** A list of moments: all that the account may read, those of followed people, of one person, or of a space. */
export type FeedName = 'everybody' | 'following' | `by ${string}` | `in ${string}`;

/** Returns the id of a composer's draft text among the drafts; `spaceId` is the space that it posts to, or ''. */
export const momentDraftId = (spaceId: string): string => `moments ${spaceId}`;

/** The first pages of a feed, newest first. */
export interface FeedRow {
  key: string;
  list: Blog[];
  /** The cursor of the next page; empty at the end of the list. */
  next: string;
  /** When it was last requested; the least recently requested feeds are evicted first. */
  askedAt: number;
}

/** The text and audience of a moment. */
export interface MomentText {
  text: string;
  visibility: Blog_Visibility;
  /** The space, if `visibility` is 'space'. */
  spaceId: string;
}

/** A picture that is not uploaded yet, with its file in a format that the gateway accepts. */
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
  /** The code of the gateway's refusal; empty while it waits. */
  error: string;
}

/** The pictures of an unposted draft. */
export interface MomentDraft {
  key: string;
  pictures: PendingPicture[];
}

/**
 * Returns the stored beginning of a feed. Pages read moments only by these four functions: the table holds this
 * device's keys too.
 */
export const readFeed = async (db: AccountRows, feed: FeedName): Promise<FeedRow | undefined> =>
  (await db.identity.get(momentKeys.feed + feed)) as FeedRow | undefined;

export const readFeeds = async (db: AccountRows): Promise<FeedRow[]> =>
  (await db.identity.where('key').startsWith(momentKeys.feed).toArray()) as unknown as FeedRow[];

/** Returns the moments that are not posted yet. */
export const readPendingMoments = async (db: AccountRows): Promise<PendingMoment[]> =>
  (await db.identity.where('key').startsWith(momentKeys.pending).toArray()) as unknown as PendingMoment[];

/** Returns the pictures of a composer's draft. */
export const readDraftPictures = async (db: AccountRows, spaceId: string): Promise<readonly PendingPicture[]> =>
  ((await db.identity.get(momentKeys.draft + spaceId)) as MomentDraft | undefined)?.pictures ?? [];

/** The draft that the moment was written as, which is deleted when the moment is saved: see `momentDraftId`. */
interface DraftReference {
  draftOf?: string;
}

/** The requests about moments that a page can send to the engine. */
export type MomentsRequest =
  /** Refreshes the beginning of a feed; the feed's row then holds it. */
  | { what: 'refresh'; feed: FeedName }
  /** Adds the next page to the feed's row. */
  | { what: 'older'; feed: FeedName }
  /** Saves a moment, and posts it as soon as possible. */
  | ({ what: 'post'; blogId: string } & DraftReference & MomentText)
  /**
   * Like 'post', with pictures. The separate name makes an engine without pictures refuse it instead of posting only
   * the text.
   */
  | ({ what: 'postPictures'; blogId: string; pictures: PendingPicture[] } & DraftReference & MomentText)
  /** Stores the pictures of a draft; an empty list removes them. */
  | { what: 'keepPictures'; spaceId: string; pictures: PendingPicture[] }
  /** Posts a refused moment again, or discards it. */
  | { what: 'retry' | 'discard'; blogId: string }
  | ({ what: 'edit'; blogId: string } & MomentText)
  /**
   * Like 'edit', with the descriptions of the pictures. The separate name prevents an older engine from removing the
   * pictures.
   */
  | ({ what: 'editPictures'; blogId: string; pictures: BlogPicture[] } & MomentText)
  | { what: 'remove'; blogId: string }
  /** Applied optimistically: shown at once, and reverted on failure. */
  | { what: 'like'; blogId: string; liked: boolean }
  | { what: 'follow'; identifier: string; follow: boolean }
  /** Hides a person's moments from the account's feeds. */
  | { what: 'hide'; identifier: string; hidden: boolean };

/** Compares two moments by their order in a feed: newest first, then by id. */
export const compareMoments = (a: Pick<Blog, 'time' | 'blogId'>, b: Pick<Blog, 'time' | 'blogId'>): number =>
  b.time - a.time || (a.blogId < b.blogId ? -1 : a.blogId > b.blogId ? 1 : 0);
