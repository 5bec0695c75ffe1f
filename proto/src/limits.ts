// All limits and intervals of the product. Times in milliseconds, sizes in bytes, unless a name says otherwise.

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
  registerTimeout: 5 * second,

  // Messages
  /** How often a message that fails unexpectedly is tried in all, and the first pause, which doubles. */
  unexpectedErrorAttempts: 6,
  unexpectedErrorBackoff: 2 * second,
  messageIdLength: 24,
  syncPage: 200,
  timelinePage: 50,
  textMax: 20_000,
  draftDebounce: 300,
  pendingCallTtl: day,
  groupWithin: 5 * minute,
  typingEvery: 3 * second,
  typingFor: 6 * second,
  reactionMax: 32,
  /** By one person in one chat, and how many messages back they are counted. */
  slapsPerHour: 10,
  slapLookback: 200,

  // Limits of request fields
  idMax: 64,
  tokenMax: 512,
  /** Covers text in multibyte characters, encrypted and in base64. */
  contentMax: 160_000,
  copiesMax: 32,
  /** Messages in one call, and about how many bytes of text in their copies. */
  sendInOrderMax: 32,
  sendInOrderBytes: 400_000,
  cursorsMax: 10_000,
  /** A list's cursor. */
  listCursorMax: 1_000,
  typeMax: 1_024,
  searchMax: 64,
  signedTextMax: 2_000,
  signatureMax: 256,
  keyBytesMax: 128,
  /** A device's self-description. */
  deviceNameMax: 1_000,
  picturePathMax: 300,
  settingsMax: 16,
  keyRequestPeopleMax: 16,
  keyRequestDevicesMax: 200,
  campaignNameMax: 80,
  campaignRulesMax: 10_000,
  /** Unknown and repeated fields: this many are skipped. */
  unknownFieldsMax: 32,
  unknownBytesMax: 1_024,

  // Groups
  groupMembersMax: 500,
  membersPage: 50,
  /** In addition to a group; each such list has its own limit. */
  membersShown: 12,
  /** Members that a search scans one by one, per page. */
  membersScanned: 2_000,
  /** By identifiers, in one call. */
  membersPerLookup: 100,
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
  /** How long a deletion waits, so that the person can cancel it; shorter where the account is younger than this. */
  accountDeletionAfter: 7 * day,
  newAccountDeletionAfter: day,

  // Contacts
  contactsMax: 5_000,
  appliesMax: 200,
  applyTtl: 7 * day,
  applyRetention: 46 * day,
  applyCooldown: day,
  applyMessageMax: 200,
  appliesPerHour: 30,
  appliesPerPersonPerHour: 3,
  searchesPerHour: 1_000,
  exactSearchesPerHour: 100,

  // Notices
  noticesPage: 200,
  noticeRetention: 46 * day,

  // Push
  pushEndpointMax: 1_024,
  pushTitleMax: 64,
  pushTextMax: 240,
  /** Bytes of one push, before encryption: RFC 8291 allows 3,993. */
  pushPayloadMax: 3_900,
  /** A message read within this time notifies nobody. */
  pushDelay: 1.5 * second,
  /** Messages stored within this time are looked at together. */
  pushBatchWindow: 300,
  pushPollEvery: 2 * second,
  /** After a restart, messages of this last time still notify. */
  pushCatchUpWindow: 60 * minute,
  /** How long a push service keeps what it could not deliver. */
  pushTtl: day,
  pushTimeout: 10 * second,
  /** How often a push is tried, and the first pause, which doubles. */
  pushAttempts: 5,
  pushBackoff: 5 * second,
  pushBackoffMax: 15 * minute,
  /** At a time: in all, and at one push service. */
  pushConcurrency: 32,
  pushConcurrencyPerService: 12,
  pushTestsPerHour: 30,
  pushSubscriptionsPerHour: 120,
  /** Unread messages looked at for one notification. */
  pushMessagesRead: 20,
  pushBadgeMax: 99,

  // Moments
  momentMax: 2_000,
  momentPictures: 9,
  momentAltMax: 300,
  momentsPage: 20,
  momentsPageMax: 50,
  /** How far page numbers reach; older ones need a cursor. */
  momentsOffsetMax: 1_000,
  /** Moments read for a page, as a multiple of its size: some of them are not for this reader. */
  momentsReadPerShown: 3,
  momentsPerHour: 100,
  momentChangesPerHour: 500,
  commentMax: 1_000,
  commentsPage: 30,
  commentsPerHour: 300,
  likesPerHour: 1_000,
  followsPerHour: 300,
  followsMax: 1_000,
  /** Beyond it a count says 'or more'. */
  followersCounted: 1_000,
  hiddenAuthorsMax: 1_000,
  momentNotificationsShown: 100,
  momentExcerpt: 80,

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
  /** How far a switch's number may be ahead of the one before it. */
  encryptionNumberLead: 1_000,
  /** When a message was written this long before the gateway's time, both times are shown. */
  clockSkewShown: 10 * minute,
  /** How long the older form is accepted after a person's first envelope. */
  legacyFormGrace: 46 * day,
  preKeysPerUpload: 1_000,
  preKeysMax: 2_000,
  preKeyIdMax: 16_777_215,
  preKeysPerHour: 20,
  resendMax: 200,
  /** Not requested automatically any more: the other devices have had time to answer. */
  resendRequestWindow: 7 * day,

  // Spaces
  spacesPage: 0,
  spacesPageSize: 999,
  spacesFoundPage: 30,
  /** Spaces that newcomers join have no limit. */
  spaceMembersMax: 5_000,
  /** Joins and leaves are shown in the rooms of spaces smaller than this. */
  joinLinesBelow: 500,
  spacesMax: 999,
  spacesMadePerHour: 20,
  spaceJoinsPerHour: 100,
  spaceChangesPerHour: 500,
  invitationFor: 7 * day,
  invitationsPerHour: 60,
  invitationsListed: 200,
  joinApplyTtl: 7 * day,
  joinApplyCooldown: day,
  joinApplyRetention: 46 * day,
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
  campaignTasksMax: 8,
  campaignTaskCountMax: 50,
  campaignPrizesMax: 5_000,
  campaignCodeMax: 100,
  campaignLivePage: 50,
  campaignLiveEvery: 5 * second,
  /** For how long a gateway answers the same numbers. */
  campaignLiveTtl: second,
  campaignJoinsPerHour: 60,
  campaignClaimsPerHour: 120,
  /** Claims of one campaign run one after another: how many may wait at a gateway. */
  campaignClaimsWaiting: 500,
  campaignWinnersPage: 50,
  campaignPrizesPage: 1_000,
  campaignTicketsPage: 2_000,
  campaignMessagesRead: 5_000,
  /** Claims that share a network or an inviter are shown to operators from this number on. */
  campaignClusterFrom: 3,
  campaignClustersShown: 50,
  campaignClusterPeople: 20,
  campaignNetworkRetention: 30 * day,
  campaignTasksTtl: 5 * second,
  campaignEventThrottle: second,
  /** Whoever claims meanwhile, on any device, is not notified of it on the others. */
  campaignReadyPushAfter: 30 * second,

  // Files
  uploadParallel: 5,
  uploadPart: 524_288,
  uploadPathRandom: 36,
  fileIvLength: 16,
  downloadProgressCap: 99,
  fileMax: 512 * 1_048_576,
  fileNameMax: 200,
  filePreviewMax: 8_192,
  /** Including iv, padding and MAC. */
  sealedFileMax: 512 * 1_048_576 + 64,
  uploadCredentialTtl: 15 * minute,
  uploadsPerHour: 1_000,
  uploadBytesPerDay: 10 * 1_073_741_824,
  unfinishedUploadTtl: day,
  /** After a file's last hold was released. */
  releasedFileRetention: day,
  filesPerCall: 100,
  fileRequestsPerMinutePerNetwork: 6_000,
  fileIdleTimeout: 30 * second,
  /** Disk space reserved for the database, next to the gateway's own files. */
  diskReserve: 1_073_741_824,
  fileCacheMax: 512 * 1_048_576,
  fileConcurrency: 30,
  pictureFetchMax: 10 * 1_048_576,
  picturePixelsMax: 50_000_000,
  pictureSideMax: 20_000,
  pictureHeadMax: 1_048_576,
  /** Public pictures: as uploaded, per person and day, and how many a gateway receives at a time. */
  pictureMax: 10 * 1_048_576,
  picturesPerDay: 200,
  pictureBodiesMax: 16,
  pictureBodiesPerAccount: 2,
  pictureBodyTimeout: minute,
  /** Decoding: how many may wait, and the time and memory that one may take. */
  picturesWaitingMax: 32,
  pictureDecodeTimeout: 20 * second,
  pictureDecodeMemory: 1_073_741_824,
  /** Since nothing has pointed to it. */
  unusedPictureRetention: day,
  pictureCacheMax: 32 * 1_048_576,
  previewSide: 32,
  measureTimeout: 5 * second,

  // Speech
  speechSampleRate: 16_000,
  speechFrameSamples: 1_280,
  speechFrameEvery: 40,
  speechEndSilence: 9 * second,

  // AI voice
  voiceStartOffsetSeconds: 0.05,
  voiceChunkWait: 100,
  streamCacheFor: minute,

  // AI bots
  botsMax: 20,
  charactersMax: 6,
  openingMax: 500,
  aboutBotMax: 4_000,
  memoryMax: 300,
  memoriesMax: 200,
  /** Per person and day. */
  answersPerDay: 200,
  answersPerDayMax: 100_000,
  /** How often a running answer is written to its row. */
  answerWriteThrottle: 250,
  /** An answer longer than this is cut off. */
  answerMax: 20_000,
  /** A provider that says nothing for so long has failed. */
  providerSilenceTimeout: 45 * second,
  /** Bytes of an answer: `answerMax` letters, each in an event of 400 bytes, twice. */
  providerBytesMax: 16 * 1_048_576,
  /** Bytes of one event of it: `answerMax` letters at once, escaped in twelve bytes each, four times. */
  providerLineMax: 1_048_576,
  /** How often abandoned answers are looked for. */
  abandonedAnswerPollEvery: 5 * second,
  /** What a provider is told of a chat, in tokens as estimated here. */
  contextTokens: 3_000,
  /** Of earlier ones nothing is told, not even in short. */
  contextTurns: 200,
  /** What is said to a bot that is not saved yet, and how long its answer may take. */
  previewTurns: 20,
  previewFor: 2 * minute,
  /** A device that has acknowledged so many chunks fewer than it was sent gets no more of that answer. */
  unacknowledgedChunksMax: 200,
  /** How often is looked whether a mate may write first, and how long its chat must have been silent. */
  matePollEvery: 5 * minute,
  mateSilence: day,
  /** Mates looked at in one go; the others are looked at next time. */
  mateBatch: 200,
  // Humans who answer in a bot's place
  agentNoteMax: 1_000,
  /** Of one chat. */
  agentNotesMax: 100,
  agentPage: 50,
  agentQueueMax: 200,
  /** An agent without a connection for so long has left: the AI answers again. */
  agentAwayTimeout: 3 * minute,
  agentPollEvery: 10 * second,
  /** How far back waiting times count for what those who wait are told. */
  waitTimesWindow: 7 * day,
  robotAckEvery: 500,
  /** How long a gap in the chunks waits before the answer's row is asked for. */
  chunkGapTimeout: 700,

  // Federation
  chunkTimeout: 120 * second,
  skeletonAfter: 150,
  preloadTimeout: second,
  previousOfferedAfter: 10 * second,
  mountTimeout: 10 * second,
  reportEvery: 5 * second,
  reportMax: 50,
  registryPollEvery: 30 * second,
  pageTimeout: 3 * second,
  offlineAfter: 2 * second,
  /** Notifications and what an installed app needs: after all that somebody waits for. */
  backgroundSetupDelay: 5 * second,
  releaseRetention: 7 * day,
  releasesKept: 2,
  registryFileRetention: 30 * day,
  /** What a page takes of a registry; more is cut off. */
  offersMax: 64,
  pathOwnersMax: 512,
  releaseFileMax: 1_000_000,
  releaseFilesMax: 200,
  /** A release's file that was first asked for so long ago is compressed as small as it gets. */
  releaseFileRecompressAfter: 5 * minute,
  releaseMax: 20_000_000,
  releaseNotesMax: 2_000,
  releasePathMax: 200,
  reportEventsMax: 50,
  reportsPerMinutePerNetwork: 30,
  healthRetention: 7 * day,
  rolloutWindow: day,
  placeTitleMax: 24,
  placeTitlesMax: 20,
  placePathMax: 80,
  placePathsMax: 40,
  placeEntriesMax: 4,
  placeTabsMax: 2,
  placementEventsMax: 8,
  /** Of a feature's toast. */
  featureToastTextMax: 300,
  featureToastTimeout: 5 * second,
  placeIconMax: 400,
  /** On a phone's bar, besides 'Me'. */
  barEntriesMax: 4,
  healthTicketFor: day,
  reportsPerMinutePerAccount: 30,
  /** A release is first tested at this many accounts, then at twice, four times as many. */
  rolloutAccountsMin: 20,
  rolloutFailedMin: 5,
  rolloutFailureMargin: 0.05,
  /** The significance level: so large a difference is rarer than this by chance. */
  rolloutSignificance: 0.001,
  rolloutShareUntested: 50,
  accountHealthRetention: 15 * day,

  // Engine
  engineSilenceTimeout: 3 * second,
  enginePingEvery: second,

  // Sign-in
  codeDigits: 6,
  codeTtl: 5 * minute,
  codeAttempts: 5,
  codeResendAfter: 60 * second,
  /** Per phone: for strangers together, for each network that has signed in with it, and for its devices together. */
  codesPerDay: 10,
  codeRequesterTtl: 180 * day,
  codesPerNetwork: 30,
  codesPerNeighbours: 30,
  codesPerPrefix: 500,
  codesPerHour: 2_000,
  /** The share of the codes of a prefix, and of all, that is reserved for networks that ask for few numbers. */
  codesReserved: 0.3,
  /** How many numbers such a network has asked for in the hour, at most. */
  codesReservedNumbers: 2,
  guessesPerNetwork: 100,
  walletChain: 1,
  walletNonceTtl: 5 * minute,
  walletNoncesPerNetwork: 300,
  accessTokenTtl: 15 * minute,
  refreshTokenTtl: 45 * day,
  refreshGrace: 10 * second,
  nameMax: 32,
  bioMax: 200,
  joinToast: 1.5 * second,

  // Devices
  /** Approved ones. */
  devicesPerUser: 8,
  unapprovedDevicesPerUser: 2,
  /** How long an account without an approved device in use waits before another device may be its first. */
  startOverAfter: day,
  deviceIdleFor: 45 * day,
  copyRetention: 46 * day,
  /** What is missing is not noticed when it is older: a copy may have expired, and clocks differ. */
  gapWindow: 45 * day,
  /** How long what is missing is waited for before a line says so. */
  gapShownAfter: 60 * minute,

  // Gateway
  /** More than an office needs; each account has its own limit, see `socketsPerUser`. */
  socketsPerNetwork: 2_000,
  unregisteredSocketsPerNetwork: 100,
  upgradesPerMinutePerNetwork: 600,
  socketsPerUser: 8,
  /** Commands of one connection, in the long run and at once; a command counts as one more for each so many bytes. */
  commandsPerSecond: 40,
  commandsBurst: 200,
  bytesPerExtraCommand: 4_096,
  /** Commands of one connection that may wait for those before them: how many, and from which size on no more is read. */
  commandsWaitingMax: 256,
  commandBytesWaitingMax: 1_048_576,
  callsPerMinutePerAccount: 600,
  /** A call counts as one more for each so many bytes of its request and of its answer; a sync for fewer, some 500 cursors. */
  bytesPerExtraCall: 65_536,
  cursorBytesPerExtraCall: 16_384,
  /** Calls of one account that run at a time, that may wait for a turn, and for how long. */
  callConcurrencyPerAccount: 8,
  callsWaitingPerAccount: 200,
  callQueueTimeout: 5 * second,
  /** For a whole network, and for its people without an account. A network is a /24 of IPv4, a /64 of IPv6. */
  callsPerMinutePerNetwork: 30_000,
  strangersCallsPerMinutePerNetwork: 600,
  /** A /48 of IPv6 may have this many times the limit of one of its /64. */
  wideNetworkFactor: 8,
  strangersBodyMax: 16_384,
  /** Bytes drained from the bodies of refused calls, so that their connections can be reused. */
  refusedBytesPerMinutePerNetwork: 32 * 1_048_576,
  /** The minimum rate of a body, and for how long it may be lower. */
  bytesPerSecondMin: 1_024,
  slowBodyGrace: 15 * second,
  callTimeout: 30 * second,
  partTimeout: 5 * minute,
  bodyMax: 1_048_576,
  batchMax: 256,
  sendQueueMax: 10_000,
  /** Connections for people without a session; how many queries may wait for one, and how long each may take. */
  visitorConnections: 3,
  visitorsWaitingMax: 100,
  visitorQueryTimeout: 5 * second,
  slowReaderDirtyAt: 1_048_576,
  slowReaderCloseAt: 8 * 1_048_576,
  slowReaderCloseAfter: 30 * second,
  sweepEvery: 2 * second,
  statementTimeout: 30 * second,
  /** Longer than any statement may take. */
  databaseSilenceTimeout: 35 * second,
  /** How often an aborted transaction is tried in all, and the first pause, which doubles. */
  transactionAttempts: 6,
  transactionBackoff: 10,
  readyTimeout: 2 * second,

  /** Bytes of another service's answer: a few fields, or a refusal. */
  serviceAnswerMax: 65_536,

  // Logging
  slowCall: second,
  slowQuery: 500,
  statementLogged: 300,
  problemsKept: 100,
  problemsPerReport: 30,
  problemBatchWindow: 5 * second,
  problemReportEvery: 20 * second,
  /** Per account; all accounts together have their own limit. */
  problemReportsPerMinute: 30,
  problemLinesPerAccount: 120,
  problemLinesPerMinute: 600,
} as const;

/** The limits of a gateway or an engine; tests pass smaller ones. */
export type Limits = { readonly [Name in keyof typeof limits]: (typeof limits)[Name] extends number ? number : string };
