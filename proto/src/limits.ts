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
  requestTimeout: 40 * second,
  heartbeatEvery: 30 * second,
  heartbeatTimeout: 10 * second,
  sequenceMax: 2_147_483_647,
  frameHeader: 20,
  frameVersion: 200,
  frameMax: 1_048_576,
  registerWithin: 5 * second,

  // Messages
  messageIdLength: 24,
  syncPage: 200,
  timelinePage: 50,
  textMax: 20_000,
  draftAfter: 300,
  groupWithin: 5 * minute,
  typingEvery: 3 * second,
  typingFor: 6 * second,
  reactionMax: 32,

  // Groups
  groupMembersMax: 500,
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
  spaceMembersMax: 5_000,
  spacesMax: 999,
  spacesMadePerHour: 20,
  spaceJoinsPerHour: 100,
  spaceChangesPerHour: 500,
  roomsMax: 50,
  roomNameMax: 64,
  spaceNameMax: 64,
  spaceIntroMax: 1_000,
  socialLinksMax: 8,
  socialLinkMax: 200,

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
  fileRequestsPerMinutePerAddress: 6_000,
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
  reportEventsMax: 50,
  reportsPerMinutePerAddress: 30,
  healthFor: 7 * day,
  rolloutWindow: day,
  rolloutLoadsMin: 50,
  rolloutFailureFactor: 2,
  rolloutFailureMargin: 0.05,

  // Engine
  engineSilence: 3 * second,
  enginePingEvery: second,

  // Sign-in
  codeDigits: 6,
  codeFor: 5 * minute,
  codeTries: 5,
  codeEvery: 60 * second,
  codesPerDay: 10,
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
  socketsPerAddress: 20,
  socketsPerUser: 8,
  callsPerMinutePerAddress: 600,
  callWithin: 30 * second,
  partWithin: 5 * minute,
  bodyMax: 1_048_576,
  batchMax: 256,
  sendQueueMax: 10_000,
  slowReaderDirtyAt: 1_048_576,
  slowReaderCloseAt: 8 * 1_048_576,
  slowReaderCloseAfter: 30 * second,
  sweepEvery: 2 * second,
} as const;

/** The limits a gateway or an engine is given; tests pass smaller ones. */
export type Limits = { readonly [Name in keyof typeof limits]: (typeof limits)[Name] extends number ? number : string };
