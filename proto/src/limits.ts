// All limits and intervals of the product: times in milliseconds, sizes in bytes, unless a name says otherwise.

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
  /** The number of attempts for a message that fails unexpectedly, and the first backoff, which doubles. */
  unexpectedErrorAttempts: 6,
  unexpectedErrorBackoff: 2 * second,
  messageIdLength: 24,
  syncPage: 200,
  timelinePage: 50,
  textMax: 20_000,
  draftDebounce: 300,
  pendingCallTtl: day,
  groupWithin: 5 * minute,
  /** For so long a withdrawal waits on its device, where it can be undone. */
  undoWithdrawalFor: 5 * second,
  typingEvery: 3 * second,
  typingFor: 6 * second,
  reactionMax: 32,
  /** One person's slaps in one chat per hour, and how many messages back they are counted. */
  slapsPerHour: 10,
  slapLookback: 200,

  // Limits of request fields
  idMax: 64,
  tokenMax: 512,
  /** The limit covers text in multibyte characters, encrypted and in base64. */
  contentMax: 160_000,
  copiesMax: 32,
  /** Messages in one call, and the approximate bytes of text in their copies. */
  sendInOrderMax: 32,
  sendInOrderBytes: 400_000,
  cursorsMax: 10_000,
  /** The cursor of a paginated list. */
  listCursorMax: 1_000,
  typeMax: 1_024,
  searchMax: 64,
  signedTextMax: 2_000,
  signatureMax: 256,
  keyBytesMax: 128,
  /** The description that a device sends of itself. */
  deviceNameMax: 1_000,
  picturePathMax: 300,
  settingsMax: 16,
  /** Milliseconds: the longest mute that has an end. */
  muteMax: 366 * 24 * 3_600_000,
  keyRequestPeopleMax: 16,
  keyRequestDevicesMax: 200,
  campaignNameMax: 80,
  campaignRulesMax: 10_000,
  campaignCorrectionMax: 1_000,
  /** The number of unknown and repeated fields that the decoder skips before it rejects a message. */
  unknownFieldsMax: 32,
  unknownBytesMax: 1_024,

  // Groups
  groupMembersMax: 500,
  membersPage: 50,
  /** The first members, which are stored and shown with a group. */
  membersShown: 12,
  /** Members that a search scans one by one, per page. */
  membersScanned: 2_000,
  /** Identifiers in one lookup. */
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
  /**
   * The grace period of a deletion, in which the person can cancel it. The second is that of an account younger than a
   * day.
   */
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
  /** Bytes of one push before encryption: RFC 8291 allows 3,993. */
  pushPayloadMax: 3_900,
  /** A message that is read within this time causes no notification. */
  pushDelay: 1.5 * second,
  /** Messages stored within this time are processed together. */
  pushBatchWindow: 300,
  pushPollEvery: 2 * second,
  /** After a restart, messages of this last period still cause notifications. */
  pushCatchUpWindow: 60 * minute,
  /** How long a push service stores an undelivered push. */
  pushTtl: day,
  pushTimeout: 10 * second,
  /** The number of attempts for a push, and the first backoff, which doubles. */
  pushAttempts: 5,
  pushBackoff: 5 * second,
  pushBackoffMax: 15 * minute,
  /** Concurrent pushes: in total, and at one push service. */
  pushConcurrency: 32,
  pushConcurrencyPerService: 12,
  pushTestsPerHour: 30,
  pushSubscriptionsPerHour: 120,
  /** The unread messages that are read for one notification. */
  pushMessagesRead: 20,
  pushBadgeMax: 99,

  // Moments
  momentMax: 2_000,
  momentPictures: 9,
  momentAltMax: 300,
  momentsPage: 20,
  momentsPageMax: 50,
  /** The newest moments that page numbers reach; older ones need a cursor. */
  momentsOffsetMax: 1_000,
  /** Moments read for a page, as a multiple of its size: some of them are not visible to the reader. */
  momentsReadPerShown: 3,
  momentsPerHour: 100,
  momentChangesPerHour: 500,
  commentMax: 1_000,
  commentsPage: 30,
  commentsPerHour: 300,
  likesPerHour: 1_000,
  followsPerHour: 300,
  followsMax: 1_000,
  /** A larger count is shown as 'or more'. */
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
  /** How far a switch's number may be ahead of the previous one. */
  encryptionNumberLead: 1_000,
  /** If the sender's clock differs from the gateway's time by more than this, both times are shown. */
  clockSkewShown: 10 * minute,
  /** How long the older envelope form is accepted after a person's first envelope of the newer form. */
  legacyFormGrace: 46 * day,
  preKeysPerUpload: 1_000,
  preKeysMax: 2_000,
  preKeyIdMax: 16_777_215,
  preKeysPerHour: 20,
  resendMax: 200,
  /** No automatic resend request is sent after this time: the other devices have had time to answer. */
  resendRequestWindow: 7 * day,

  // Spaces
  spacesPage: 0,
  spacesPageSize: 999,
  spacesFoundPage: 30,
  /** Spaces that newcomers join automatically have no limit. */
  spaceMembersMax: 5_000,
  /** System lines about joining and leaving are shown in spaces smaller than this. */
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
  campaignCorrectionsMax: 20,
  campaignTaskCountMax: 50,
  campaignPrizesMax: 5_000,
  campaignCodeMax: 100,
  campaignLivePage: 50,
  campaignLiveEvery: 5 * second,
  /** How long a gateway caches these numbers. */
  campaignLiveTtl: second,
  campaignJoinsPerHour: 60,
  campaignClaimsPerHour: 120,
  /** The claims of one campaign are serialized: this many may wait at a gateway. */
  campaignClaimsWaiting: 500,
  campaignWinnersPage: 50,
  campaignPrizesPage: 1_000,
  campaignTicketsPage: 2_000,
  campaignMessagesRead: 5_000,
  /** From this number on, claims that share a network or an inviter are shown to operators. */
  campaignClusterFrom: 3,
  campaignClustersShown: 50,
  campaignClusterPeople: 20,
  campaignNetworkRetention: 30 * day,
  campaignTasksTtl: 5 * second,
  campaignEventThrottle: second,
  /** If the person claims within this time, on any device, the others are not notified. */
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
  /** The size includes IV, padding and MAC. */
  sealedFileMax: 512 * 1_048_576 + 64,
  uploadCredentialTtl: 15 * minute,
  uploadsPerHour: 1_000,
  uploadBytesPerDay: 10 * 1_073_741_824,
  unfinishedUploadTtl: day,
  /** The time after the last hold of a file was released. */
  releasedFileRetention: day,
  filesPerCall: 100,
  fileRequestsPerMinutePerNetwork: 6_000,
  fileIdleTimeout: 30 * second,
  /** How long the gateway waits for a bucket; less than `fileIdleTimeout`, so that the device gets an answer. */
  bucketTimeout: 15 * second,
  /** Disk space that the gateway's own file store leaves free for the database. */
  diskReserve: 1_073_741_824,
  fileCacheMax: 512 * 1_048_576,
  fileConcurrency: 30,
  /** Bytes of the attachments of one draft that are stored on the device. */
  attachmentsStoredMax: 512 * 1_048_576,
  /** Pictures and videos that are shown as one. */
  albumMax: 10,
  /** Chats and messages of one forwarding. */
  forwardChatsMax: 10,
  forwardMessagesMax: 100,
  /** The longer side of a picture that is sent compressed. */
  compressedSide: 2_560,
  pictureFetchMax: 10 * 1_048_576,
  picturePixelsMax: 50_000_000,
  pictureSideMax: 20_000,
  pictureHeadMax: 1_048_576,
  /** Uploaded pictures: bytes of one, pictures per person and day, and how many a gateway receives concurrently. */
  pictureMax: 10 * 1_048_576,
  picturesPerDay: 200,
  pictureBodiesMax: 16,
  pictureBodiesPerAccount: 2,
  pictureBodyTimeout: minute,
  /** Decoding of pictures: how many may wait, and the time and memory of one. */
  picturesWaitingMax: 32,
  pictureDecodeTimeout: 20 * second,
  pictureDecodeMemory: 1_073_741_824,
  /** The time since the last reference to the picture was removed. */
  unusedPictureRetention: day,
  pictureCacheMax: 32 * 1_048_576,
  previewSide: 32,
  measureTimeout: 5 * second,

  // Voice messages
  voiceMax: 15 * minute,
  /** In kilobits per second. */
  voiceBitrate: 32,
  /** The recorder sends its samples to the engine at this interval. */
  voiceChunkEvery: 250,
  /** A recording without a call of its page for this time has ended. A paused one is renewed three times as often. */
  voiceLease: 3 * second,
  /** The number of values in a waveform, and the largest value. */
  waveformMax: 64,
  waveformPeak: 31,

  // Speech
  speechSampleRate: 16_000,
  speechFrameSamples: 1_280,
  speechFrameEvery: 40,
  speechEndSilence: 9 * second,
  /** The sound in one connection to the service, or in one call of the relay. */
  speechSessionMax: 60 * second,
  /** Per account. The longest voice message needs 15 to 23, and one more for each silence of `speechEndSilence`. */
  speechSessionsPerHour: 120,
  /** Bytes of one session for the relay: more than a minute at `voiceBitrate`, and less than `bodyMax`. */
  speechAudioMax: 500_000,
  /** A longer text is truncated. */
  speechTextMax: 20_000,
  /** A service that sends nothing for this time counts as failed. It is shorter than `callTimeout`. */
  speechTimeout: 25 * second,

  // AI voice
  voiceStartOffsetSeconds: 0.05,
  voiceChunkWait: 100,
  /** Playback begins when this much is buffered, in milliseconds. */
  voiceBuffer: 500,
  /** Samples of a chunk of a streamed voice: 200 ms. */
  voiceChunkSamples: 3_200,
  /** The number of chunks that may be unacknowledged. */
  voiceWindow: 15,
  voiceAckEvery: 400,
  /** A stream whose device acknowledges nothing for this time ends; the device gets the rest as a file. */
  voiceAckTimeout: 10 * second,
  /** Characters of a message that are spoken; the rest is not. */
  spokenTextMax: 10_000,
  voiceSampleTextMax: 200,
  /** Characters that are spoken for an account and day. */
  voiceCharactersPerDay: 50_000,
  /** Synthesis: time and memory of one sentence, its longest text, how many may wait, and the bytes of cached sound. */
  synthesisTimeout: 20 * second,
  synthesisMemory: 400 * 1_048_576,
  synthesisTextMax: 400,
  synthesesWaitingMax: 64,
  /** How often an account may begin to listen. */
  voiceStartsPerMinute: 60,
  /** Chunks of one reply of createAIVoiceText: 20 s of sound. */
  voiceReplyChunks: 100,
  /** Milliseconds after which such a reply is sent with the chunks that are there. */
  voiceReplyWithin: 10 * second,
  voiceCacheMax: 256 * 1_048_576,
  /** Recordings for a cloned voice, in milliseconds. */
  voiceRecordingMin: second,
  voiceRecordingMax: 20 * second,
  voiceChecksPerHour: 300,
  clonedVoicesMax: 5,
  streamCacheFor: minute,

  // Calls
  /** How long a call rings. */
  callRingFor: minute,
  /** Devices that ring themselves say so within this time; the others get a push. */
  callPushDelay: second,
  /** A device that is in a call renews its lease; without that the call ends. */
  callRenewEvery: 10 * second,
  callLease: 30 * second,
  /** How often one person may ring: all people together, and the same one. */
  callsPerHour: 60,
  callsPerPersonPerHour: 20,
  /** Bytes of an encrypted signal, and signals per minute and account. */
  callSignalMax: 16_384,
  callSignalsPerMinute: 300,
  /** How long the id of a call that has ended cannot be used again; offers are not accepted for that long. */
  callRetention: day,
  /** How long the credentials for a relay can be used to begin; what has begun goes on. And how often an account gets new ones. */
  relayCredentialsFor: 60 * minute,
  relayCredentialsPerMinute: 20,

  // AI bots
  botsMax: 20,
  charactersMax: 6,
  openingMax: 500,
  aboutBotMax: 4_000,
  memoryMax: 300,
  memoriesMax: 200,
  /** Bot answers per person and day. */
  answersPerDay: 200,
  answersPerDayMax: 100_000,
  /** The throttle interval for writing a streaming answer to its row. */
  answerWriteThrottle: 250,
  /** A longer answer is truncated. */
  answerMax: 20_000,
  /** A provider that sends nothing for this time counts as failed. */
  providerSilenceTimeout: 45 * second,
  /** Bytes of an answer's stream: `answerMax` characters, each in an event of 400 bytes, twice. */
  providerBytesMax: 16 * 1_048_576,
  /** Bytes of one event of the stream: `answerMax` characters at once, escaped in twelve bytes each, four times. */
  providerEventMax: 1_048_576,
  /** The polling interval for abandoned answers. */
  abandonedAnswerPollEvery: 5 * second,
  /** The context that a provider receives of a chat, in tokens as estimated by the gateway. */
  contextTokens: 3_000,
  /** Earlier turns are omitted from the context, even from its summary. */
  contextTurns: 200,
  /** The turns of a preview with an unsaved bot, and the time-out of its answer. */
  previewTurns: 20,
  previewFor: 2 * minute,
  /** A device with more unacknowledged chunks than this gets no more of that answer. */
  unacknowledgedChunksMax: 200,
  /** The polling interval for mates that may write unprompted, and how long their chat must have been silent. */
  matePollEvery: 5 * minute,
  mateSilence: day,
  /** Mates checked in one poll; the others are checked in the next one. */
  mateBatch: 200,
  // Humans who answer in a bot's place
  agentNoteMax: 1_000,
  /** The number of notes about one chat. */
  agentNotesMax: 100,
  agentPage: 50,
  agentQueueMax: 200,
  humanRequestsPerHour: 30,
  /** An agent without a connection for this time counts as gone, and the AI answers again. */
  agentAwayTimeout: 3 * minute,
  agentPollEvery: 10 * second,
  /** The period of past waiting times from which the expected one is computed. */
  waitTimesWindow: 7 * day,
  robotAckEvery: 500,
  /** How long a gap in the chunks lasts before the device fetches the answer's row. */
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
  /** What a visit has not opened is cached this long after it began to cache, when nothing else is to be done. */
  cacheRestAfter: 5 * second,
  /** How long a disbanded group stays, with the line that says so. */
  dismissedShownFor: 5 * second,
  /**
   * The delay of notifications and of an installed app's setup, which start after everything that the user waits for.
   */
  backgroundSetupDelay: 5 * second,
  releaseRetention: 7 * day,
  releasesKept: 2,
  /** The longest time that a tester's link may be valid. */
  testerLinkDays: 14,
  testerLinksMax: 50,
  testerLinksPerMinute: 30,
  /** How long the host's files are served after the last gateway of their build ended. */
  hostFileRetention: 14 * day,
  kitRetention: 365 * day,
  registryFileRetention: 30 * day,
  /** The entries that a page reads from a registry; further ones are ignored. */
  offersMax: 64,
  pathOwnersMax: 512,
  releaseFileMax: 1_000_000,
  releaseFilesMax: 200,
  /** A release's file is compressed at the highest level this long after its first request. */
  releaseFileRecompressAfter: 5 * minute,
  releaseMax: 20_000_000,
  releaseNotesMax: 2_000,
  releasePathMax: 200,
  /** The frames of a crash in its report, and their length as a text. */
  stackFramesMax: 10,
  stackMax: 1_000,
  /** The stacks in one report; a page sends further crashes without theirs. */
  stacksPerReport: 5,
  /** The different stacks of a release that are stored. */
  stacksPerRelease: 20,
  /** The packages that a release says it was built against. */
  releasePackagesMax: 50,
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
  /** The text of a feature's toast. */
  featureToastTextMax: 300,
  featureToastTimeout: 5 * second,
  placeIconMax: 400,
  /** Entries of the navigation bar on a phone, besides 'Me'. */
  barEntriesMax: 4,
  healthTicketFor: day,
  reportsPerMinutePerAccount: 30,
  /** The number of accounts at the first test of a release; later tests follow at two, four … times as many. */
  rolloutAccountsMin: 20,
  rolloutFailedMin: 5,
  rolloutFailureMargin: 0.05,
  /** How much longer a release takes until it is ready, as a part, to be called slower. */
  slownessMargin: 0.15,
  /** The significance level: a difference this large has a lower probability by chance. */
  rolloutSignificance: 0.001,
  rolloutShareUntested: 50,
  /** The largest share that one deploy token rolls out to by itself, where a second one is required. */
  rolloutShareAlone: 5,
  /** The share of the accounts that a feature's first release may fail, because there is nothing to compare it with. */
  firstReleaseFailures: 0.01,
  /** Younger accounts judge no release. */
  judgingAge: day,
  judgesPerNetwork: 3,
  /** Failures that may be the network's are compared within periods of this length, because it hurts both releases. */
  rolloutPeriod: 10 * minute,
  /** A failure to load that is reported this long after the gateway did not deliver a file is the release's fault. */
  undeliveredFor: 10 * minute,
  accountHealthRetention: 15 * day,

  // Engine
  engineSilenceTimeout: 3 * second,
  enginePingEvery: second,

  // Sign-in
  codeDigits: 6,
  codeTtl: 5 * minute,
  codeAttempts: 5,
  codeResendAfter: 60 * second,
  /**
   * Codes per phone and day. Separate budgets exist for all strangers together, for each network that has signed in
   * with this phone, and for the phone's devices together.
   */
  codesPerDay: 10,
  /** The messages that an operator's sign-up code pays for, in all: it lets one person in. */
  messagesPerInvitation: 10,
  codeRequesterTtl: 180 * day,
  codesPerNetwork: 30,
  codesPerNeighbours: 30,
  codesPerPrefix: 500,
  codesPerHour: 2_000,
  /**
   * The share of all codes, and of each prefix's codes, that is reserved for networks that request codes for few
   * numbers.
   */
  codesReserved: 0.3,
  /** How long the link of the first start makes its opener the operator. */
  operatorLinkTtl: day,
  /** While there is no operator, a gateway looks that often for one whom another gateway has accepted. */
  operatorCheckEvery: 2 * second,
  /** The maximum of numbers per hour for which such a network has requested codes. */
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
  /** The number of approved devices. */
  devicesPerUser: 8,
  unapprovedDevicesPerUser: 2,
  /** How long an account without an active approved device waits before another device may become its first. */
  startOverAfter: day,
  deviceIdleFor: 45 * day,
  copyRetention: 46 * day,
  /** Older gaps are not detected: a copy may have expired, and clocks differ. */
  gapWindow: 45 * day,
  /** How long a missing message is awaited before a system line reports it. */
  gapShownAfter: 60 * minute,

  // Gateway
  /** The limit is higher than an office needs; each account has its own limit, see `socketsPerUser`. */
  socketsPerNetwork: 2_000,
  unregisteredSocketsPerNetwork: 100,
  upgradesPerMinutePerNetwork: 600,
  socketsPerUser: 8,
  /**
   * The rate and burst of one connection's commands. A command counts as one more for each `bytesPerExtraCommand`
   * bytes.
   */
  commandsPerSecond: 40,
  commandsBurst: 200,
  bytesPerExtraCommand: 4_096,
  /**
   * Queued commands of one connection: the maximum number, and the total bytes from which on the socket is not read.
   */
  commandsWaitingMax: 256,
  commandBytesWaitingMax: 1_048_576,
  callsPerMinutePerAccount: 600,
  /**
   * A call counts as one more for each `bytesPerExtraCall` bytes of its request and answer; for a sync the smaller
   * number applies, about 500 cursors.
   */
  bytesPerExtraCall: 65_536,
  cursorBytesPerExtraCall: 16_384,
  /** The calls of one account: how many run concurrently, how many may wait, and for how long. */
  callConcurrencyPerAccount: 8,
  callsWaitingPerAccount: 32,
  callQueueTimeout: 5 * second,
  /** For so long a call that was refused because of a limit counts among the calls in flight of its session. */
  refusedCallCountsFor: second,
  /** Calls that count as so many further ones are heavy, and how many of them run at once, over all accounts. */
  heavyCallCost: 2,
  heavyCallsAtOnce: 2,
  /** The calls of a whole network, and of its visitors. A network is a /24 of IPv4 or a /64 of IPv6. */
  callsPerMinutePerNetwork: 30_000,
  strangersCallsPerMinutePerNetwork: 600,
  /** A /48 of IPv6 may have this many times the limit of one /64. */
  wideNetworkFactor: 8,
  strangersBodyMax: 16_384,
  /** Bytes read from the bodies of refused calls, so that their connections can be reused. */
  refusedBytesPerMinutePerNetwork: 32 * 1_048_576,
  /** The minimum rate of a body, and for how long it may be lower. */
  bytesPerSecondMin: 1_024,
  slowBodyGrace: 15 * second,
  callTimeout: 30 * second,
  partTimeout: 5 * minute,
  bodyMax: 1_048_576,
  batchMax: 256,
  sendQueueMax: 10_000,
  /** The database connections for visitors; how many queries may wait for one, and the time-out of each. */
  visitorConnections: 3,
  visitorsWaitingMax: 100,
  visitorQueryTimeout: 5 * second,
  slowReaderDirtyAt: 1_048_576,
  slowReaderCloseAt: 8 * 1_048_576,
  slowReaderCloseAfter: 30 * second,
  sweepEvery: 2 * second,
  /** Work that a gateway has claimed passes to another one when it has not renewed the claim for this time. */
  leaseFor: 5 * second,
  /** Until the other gateways have reconnected to the message bus too: each tries every second. */
  republishAfter: 1_500,
  statementTimeout: 30 * second,
  /**
   * How long a transaction may wait for its next statement: the locks of a gateway that was stopped or cut off are
   * released then. The removal of a file has its own limit, longer than the time-outs of the file store.
   */
  idleTransactionTimeout: 10 * second,
  fileRemovalTimeout: minute,
  /** The time-out is longer than that of any statement. */
  databaseSilenceTimeout: 35 * second,
  /** The number of attempts for an aborted transaction, and the first backoff, which doubles. */
  transactionAttempts: 6,
  transactionBackoff: 10,
  readyTimeout: 2 * second,

  // Shutdown
  /**
   * The sockets of a gateway that stops are closed in batches: the time between two, the smallest batch, and the time
   * for all of them. Otherwise all devices would connect to the other gateways in the same second.
   */
  drainBatchEvery: 100,
  drainBatchMin: 50,
  drainSocketsWithin: 8 * second,
  /** How long calls and answers of bots may still run after that. */
  drainTimeout: 15 * second,

  /** Bytes of another service's answer, which is a few fields or a refusal. */
  serviceAnswerMax: 65_536,

  // Logging
  slowCall: second,
  slowQuery: 500,
  statementLogged: 300,
  problemsKept: 100,
  problemsPerReport: 30,
  problemBatchWindow: 5 * second,
  problemReportEvery: 20 * second,
  /** The limit of one account; all accounts together have their own. */
  problemReportsPerMinute: 30,
  problemLinesPerAccount: 120,
  problemLinesPerMinute: 600,
} as const;

/** The limits as a parameter of a gateway or an engine; tests pass smaller ones. */
export type Limits = { readonly [Name in keyof typeof limits]: (typeof limits)[Name] extends number ? number : string };
