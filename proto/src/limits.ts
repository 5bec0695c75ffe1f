// Every number that the product promises. Times in milliseconds, sizes in bytes, unless a name says otherwise.

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const limits = {
  basePath: '/chat',
  appId: 1,
  toasts: 3,

  // Socket
  reconnectAttempts: 3,
  reconnectEvery: 3 * second,
  reconnectSlowlyFrom: 30 * second,
  reconnectSlowlyTo: minute,
  requestTimeout: 40 * second,
  heartbeatEvery: 30 * second,
  heartbeatTimeout: 10 * second,
  sequenceMax: 2_147_483_647,
  frameHeader: 20,
  frameVersion: 200,
  frameMax: 1_048_576,
  registerWithin: 5 * second,

  // Messages
  /** How often a message whose failure nobody foresaw is tried in all, and the pause after the first, which doubles. */
  unforeseenTries: 6,
  unforeseenPause: 2 * second,
  messageIdLength: 24,
  syncPage: 200,
  timelinePage: 50,
  textMax: 20_000,
  draftAfter: 300,
  groupWithin: 5 * minute,
  typingEvery: 3 * second,
  typingFor: 6 * second,
  reactionMax: 32,

  // Requests: what their fields may hold
  idMax: 64,
  tokenMax: 512,
  /** Made from what its sender wrote: letters of several bytes, sealed, in base64. */
  contentMax: 160_000,
  copiesMax: 32,
  cursorsMax: 10_000,
  /** A place in a list, as its next page is asked for. */
  placeMax: 1_000,
  typeMax: 1_024,
  searchMax: 64,
  signedTextMax: 2_000,
  signatureMax: 256,
  keyBytesMax: 128,
  /** What a device is, as it says itself. */
  deviceNameMax: 1_000,
  picturePathMax: 300,
  settingsMax: 16,
  keysAskedPeopleMax: 16,
  keysAskedDevicesMax: 200,
  campaignNameMax: 80,
  campaignRulesMax: 10_000,
  /** Fields of a newer build, and fields sent twice: so many are passed over. */
  strayFieldsMax: 32,
  strayBytesMax: 1_024,

  // Groups
  groupMembersMax: 500,
  membersPage: 50,
  /** Beside a group; all of them have a list of their own. */
  membersShown: 12,
  /** Of those that a search goes through one by one, so many for a page. */
  membersSearched: 2_000,
  /** By their identifiers, in one call. */
  membersAskedMax: 100,
  groupNameMax: 64,
  nicknameMax: 32,

  // People
  inviteUses: 50,
  invitesTriedPerHour: 20,
  codesReadPerHour: 200,
  favoritesMax: 1_000,
  favoritesPage: 50,
  exportPage: 500,
  exportsPerHour: 10,

  // Contacts
  contactsMax: 5_000,
  appliesMax: 200,
  applyFor: 7 * day,
  applyKeptFor: 46 * day,
  applyAgainAfter: day,
  applyMessageMax: 200,
  appliesPerHour: 30,
  appliesPerPersonPerHour: 3,
  searchesPerHour: 1_000,
  exactSearchesPerHour: 100,

  // Notices
  noticesPage: 200,
  noticeFor: 46 * day,

  // Moments
  momentMax: 2_000,
  momentsPage: 20,
  momentsPageMax: 50,
  /** As far as page numbers reach; what lies further back is read page after page. */
  momentsByNumber: 1_000,

  // Local database
  databaseVersion: 13,

  // Keys
  preKeys: 500,
  signedPreKeyIdBelow: 10_000,
  preKeyRefetchAfter: second,
  signedPreKeyFor: 7 * day,
  oldSignedPreKeyFor: 30 * day,
  sessionRepairEvery: 60 * minute,
  bundleFor: day,
  preKeysLow: 100,
  /** The number of a switch of sealing may be so far beyond the one that it follows. */
  sealingAhead: 1_000,
  /** Where a message was written so long before the gateway's time of it, that is said beside it. */
  writtenBefore: 10 * minute,
  /** From a person's first envelope on, what comes in the older form is taken for so long. */
  olderFormFor: 46 * day,
  preKeysPerUpload: 1_000,
  preKeysMax: 2_000,
  preKeyIdMax: 16_777_215,
  preKeysPerHour: 20,
  resendMax: 200,
  /** Not asked for any more by itself: the other devices have had their time to answer. */
  lostAskedFor: 7 * day,

  // Spaces
  spacesPage: 0,
  spacesPageSize: 999,
  spacesFoundPage: 30,
  /** Where newcomers are brought there is none. */
  spaceMembersMax: 5_000,
  /** Whoever enters or leaves a smaller space is named in its rooms. */
  joinLinesBelow: 500,
  spacesMax: 999,
  spacesMadePerHour: 20,
  spaceJoinsPerHour: 100,
  spaceChangesPerHour: 500,
  invitationFor: 7 * day,
  invitationsPerHour: 60,
  invitationsListed: 200,
  joinApplyFor: 7 * day,
  joinApplyAgainAfter: day,
  joinApplyKeptFor: 46 * day,
  joinApplyMessageMax: 200,
  joinAppliesPerHour: 20,
  joinAppliesListed: 200,
  roomsMax: 50,
  roomNameMax: 64,
  spaceNameMax: 64,
  spaceIntroMax: 1_000,
  socialLinksMax: 8,
  socialLinkMax: 200,

  // Campaigns
  campaignsOpenMax: 200,
  campaignsPage: 30,

  // Files
  uploadParallel: 5,
  uploadPart: 524_288,
  uploadPathRandom: 36,
  fileIvLength: 16,
  downloadProgressCap: 99,
  fileMax: 512 * 1_048_576,
  fileNameMax: 200,
  filePreviewMax: 8_192,
  /** With its iv, the padding and the check of it. */
  sealedFileMax: 512 * 1_048_576 + 64,
  uploadFor: 15 * minute,
  uploadsPerHour: 1_000,
  uploadBytesPerDay: 10 * 1_073_741_824,
  unfinishedUploadFor: day,
  /** After the last who held a file has let go of it. */
  releasedFileFor: day,
  filesPerCall: 100,
  fileRequestsPerMinutePerNetwork: 6_000,
  fileIdleFor: 30 * second,
  /** Left to the database on the disk of the gateway's own files. */
  diskReserve: 1_073_741_824,
  fileCacheMax: 512 * 1_048_576,
  filesAtOnce: 30,
  pictureFetchMax: 10 * 1_048_576,
  picturePixelsMax: 50_000_000,
  pictureSideMax: 20_000,
  pictureHeadMax: 1_048_576,
  previewSide: 32,
  measureWithin: 5 * second,

  // Speech
  speechSampleRate: 16_000,
  speechFrameSamples: 1_280,
  speechFrameEvery: 40,
  speechEndSilence: 9 * second,

  // AI voice
  voiceStartOffsetSeconds: 0.05,
  voiceChunkWait: 100,
  streamCacheFor: minute,

  // Federation
  chunkTimeout: 120 * second,
  skeletonAfter: 150,
  primeWait: second,
  previousOfferedAfter: 10 * second,
  mountHungAfter: 10 * second,
  reportEvery: 5 * second,
  reportMax: 50,
  registryAskedEvery: 30 * second,
  pageWait: 3 * second,
  offlineAfter: 2 * second,
  releaseServedFor: 7 * day,
  releasesKept: 2,
  releaseFileMax: 1_000_000,
  releaseFilesMax: 200,
  releaseMax: 20_000_000,
  releaseNotesMax: 2_000,
  releasePathMax: 200,
  reportEventsMax: 50,
  reportsPerMinutePerNetwork: 30,
  healthFor: 7 * day,
  rolloutWindow: day,
  placeTitleMax: 24,
  placeTitlesMax: 20,
  placePathMax: 80,
  placePathsMax: 40,
  placeEntriesMax: 4,
  placeIconMax: 400,
  /** Of a phone's bar, beside 'Me'. */
  barEntriesMax: 4,
  healthTicketFor: day,
  reportsPerMinutePerAccount: 30,
  /** A release is looked at when this many accounts have it, and at twice, four times as many. */
  rolloutAccountsMin: 20,
  rolloutFailedMin: 5,
  rolloutFailureMargin: 0.05,
  /** By chance alone, so bad a difference is rarer than this. */
  rolloutChance: 0.001,
  rolloutShareUnjudged: 50,
  accountHealthFor: 15 * day,

  // Engine
  engineSilence: 3 * second,
  enginePingEvery: second,

  // Sign-in
  codeDigits: 6,
  codeFor: 5 * minute,
  codeTries: 5,
  codeEvery: 60 * second,
  /** To one phone: for strangers together, for each network that has signed in with it, and for its devices together. */
  codesPerDay: 10,
  askerKnownFor: 180 * day,
  codesPerNetwork: 30,
  codesPerNeighbours: 30,
  codesPerPrefix: 500,
  codesPerHour: 2_000,
  guessesPerNetwork: 100,
  walletChain: 1,
  walletNonceFor: 5 * minute,
  walletNoncesPerNetwork: 300,
  accessTokenFor: 15 * minute,
  refreshTokenFor: 45 * day,
  refreshGrace: 10 * second,
  nameMax: 32,
  bioMax: 200,
  joinToast: 1.5 * second,

  // Devices
  devicesPerUser: 8,
  deviceIdleFor: 45 * day,
  copyFor: 46 * day,

  // Gateway
  /** More than an office has; each account has its own share, see `socketsPerUser`. */
  socketsPerNetwork: 2_000,
  unregisteredSocketsPerNetwork: 100,
  upgradesPerMinutePerNetwork: 600,
  socketsPerUser: 8,
  callsPerMinutePerAccount: 600,
  /** Of everybody there together, and of those without an account. A network is a /24 of IPv4, a /64 of IPv6. */
  callsPerMinutePerNetwork: 30_000,
  strangersCallsPerMinutePerNetwork: 600,
  /** A /48 of IPv6 may have so many times what one of its /64 may. */
  wideNetworkFactor: 8,
  strangersBodyMax: 16_384,
  /** Bodies of refused calls that are read to their end, so that their connections go on. */
  refusedBytesPerMinutePerNetwork: 32 * 1_048_576,
  /** Of a body that comes in, and for how long less may come. */
  bytesPerSecondMin: 1_024,
  slowFor: 15 * second,
  callWithin: 30 * second,
  partWithin: 5 * minute,
  bodyMax: 1_048_576,
  batchMax: 256,
  sendQueueMax: 10_000,
  /** To the database, for people without a session; how many of their questions wait for one, and how long each may take. */
  visitorConnections: 3,
  visitorsWaitingMax: 100,
  visitorQueryWithin: 5 * second,
  slowReaderDirtyAt: 1_048_576,
  slowReaderCloseAt: 8 * 1_048_576,
  slowReaderCloseAfter: 30 * second,
  sweepEvery: 2 * second,
  statementWithin: 30 * second,
  /** Longer than any statement may take. */
  databaseSilence: 35 * second,
  /** How often what had to give way in the database is done in all, and the pause before that, which doubles. */
  storeTries: 6,
  storePause: 10,
  readyWithin: 2 * second,

  // What is logged
  slowCall: second,
  slowQuery: 500,
  statementLogged: 300,
  problemsKept: 100,
  problemsPerReport: 30,
  problemsGatheredFor: 5 * second,
  problemReportEvery: 20 * second,
  /** Of one account; all accounts together get so many lines. */
  problemReportsPerMinute: 30,
  problemLinesPerAccount: 120,
  problemLinesPerMinute: 600,
} as const;

/** The limits a gateway or an engine is given; tests pass smaller ones. */
export type Limits = { readonly [Name in keyof typeof limits]: (typeof limits)[Name] extends number ? number : string };
