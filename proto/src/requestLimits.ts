// The limits of request fields: every text, bytes and repeated field has one.
import { layouts } from '../gen/layouts.ts';
import { commands, routes } from '../gen/routes.ts';
import type { FieldLimit, FieldLimits } from './codec.ts';
import { limits } from './limits.ts';

/** A character takes up to four bytes. */
const characters = (count: number): FieldLimit => ({ bytes: 4 * count });
const id: FieldLimit = { bytes: limits.idMax };
const token: FieldLimit = { bytes: limits.tokenMax };
const picture: FieldLimit = { bytes: limits.picturePathMax };
const path: FieldLimit = { bytes: limits.releasePathMax };
const key: FieldLimit = { bytes: limits.keyBytesMax };
const name = characters(limits.groupNameMax);
const links: FieldLimit = { items: limits.socialLinksMax, ...characters(limits.socialLinkMax) };
const people: FieldLimit = { items: limits.groupMembersMax, ...id };
const keys: FieldLimit = { items: limits.preKeysPerUpload };
/** 16-bit samples. */
const recording: FieldLimit = { bytes: (2 * limits.speechSampleRate * limits.voiceRecordingMax) / 1_000 };
const cursors: FieldLimit = { items: limits.cursorsMax };

/** The limits of fields that mean the same in every message. */
const limitsByFieldName: Readonly<Record<string, FieldLimit>> = {
  id,
  identifier: id,
  fromIdentifier: id,
  invitedIdentifier: id,
  deviceId: id,
  uuid: id,
  conversationId: id,
  conversionId: id,
  spaceId: id,
  blogId: id,
  commentId: id,
  requestId: id,
  callId: id,
  inviteId: id,
  inviterId: id,
  invitation: id,
  templateId: id,
  newOwner: id,
  aiBotId: id,
  messageId: id,
  code: id,
  phone: id,
  wallet: id,
  random: characters(limits.idMax),
  confirm: id,
  roomType: id,
  spaceClassification: id,
  remote: id,
  version: id,
  platform: id,
  system: id,
  token,
  refreshToken: token,
  deployToken: token,
  cursor: token,
  after: { bytes: limits.listCursorMax },
  avatar: picture,
  image: picture,
  banner: picture,
  entry: path,
  path,
  url: path,
  integrity: { bytes: limits.tokenMax },
  preKeyPublic: key,
  signedPreKeyPublic: key,
  signedPreKeySignature: key,
  formSignature: key,
  identityKey: key,
  lastName: characters(limits.nameMax),
  bio: characters(limits.bioMax),
  name,
  nameEn: name,
  model: characters(limits.idMax),
  remarkName: name,
  groupRemark: name,
  spaceName: name,
  intro: characters(limits.spaceIntroMax),
  note: name,
  notes: characters(limits.releaseNotesMax),
  why: characters(limits.releaseNotesMax),
  deviceName: characters(limits.deviceNameMax),
  signature: { bytes: limits.signatureMax },
  socialMediaLinks: links,
  onetimePreKeys: keys,
  cursors,
};

/** The limits of all other fields, and exceptions from the above. */
const limitsByPath: Readonly<Record<string, FieldLimit>> = {
  'Campaign.title': characters(limits.campaignNameMax),
  'Campaign.reward': characters(limits.campaignNameMax),
  'Campaign.rules': characters(limits.campaignRulesMax),
  'Place.operators': path,
  'Campaign.tasks': { items: limits.campaignTasksMax },
  'Campaign.corrections': { items: limits.campaignCorrectionsMax },
  'CampaignCorrection.text': characters(limits.campaignCorrectionMax),
  'AirdropCorrectRequest.text': characters(limits.campaignCorrectionMax),
  'Campaign.seedHash': id,
  'Campaign.seed': id,
  'CampaignTask.target': id,
  'CampaignTask.name': name,
  'AirdropLiveRequest.ids': { items: limits.campaignLivePage, ...id },
  'AirdropClaimRequest.ticket': id,
  'AirdropSaveRequest.codes': { items: limits.campaignPrizesMax, bytes: limits.campaignCodeMax },
  'PostRequest.text': characters(limits.momentMax),
  'PostRequest.pictures': { items: limits.momentPictures },
  'BlogPictures.list': { items: limits.momentPictures },
  'BlogPicture.path': picture,
  'BlogPicture.alt': characters(limits.momentAltMax),
  'EditBlogRequest.text': characters(limits.momentMax),
  'CommentRequest.text': characters(limits.commentMax),
  'CommentRequest.answers': id,
  'ContactSearchRequest.keyword': characters(limits.searchMax),
  'ContactApplyRequest.message': characters(limits.applyMessageMax),
  'JoinGroupConversationRequest.message': characters(limits.joinApplyMessageMax),
  'CallSignal.signal': { bytes: limits.callSignalMax },
  'ConversationCreateRequest.identifiers': people,
  'QueryMembersRequest.word': characters(limits.searchMax),
  'QueryMembersRequest.identifiers': { items: limits.membersPerLookup, ...id },
  'SetUserSettingRequest.fields': { items: limits.settingsMax, ...id },
  'QuerySpaceByNamePartRequest.namePart': characters(limits.searchMax),
  'CreateSpaceRequest.roomNames': { items: limits.roomsMax, ...characters(limits.roomNameMax) },
  'ModifySpaceRequest.invited': { items: limits.spaceMembersMax, ...id },
  'ModifySpaceRequest.removed': people,
  'LoginByWalletRequest.message': characters(limits.signedTextMax),
  'BindWalletRequest.message': characters(limits.signedTextMax),
  'SendMessageRequest.content': { items: limits.copiesMax },
  'SendInOrderRequest.messages': { items: limits.sendInOrderMax },
  'SendInOrderRequest_One.content': { items: limits.copiesMax },
  'Content.message': { bytes: limits.contentMax },
  'Content.type': { bytes: limits.typeMax },
  'Content.cmdId': { bytes: limits.typeMax },
  'Content.targets': people,
  'Problem.what': id,
  'Problem.about': id,
  'Problem.request': id,
  'ProblemReport.problems': { items: limits.problemsPerReport },
  'ReportRequest.events': { items: limits.reportEventsMax },
  'ReportRequest.testerEvents': { items: limits.reportEventsMax },
  'ReportRequest.ticket': token,
  'RemoteEvent.type': id,
  'RemoteEvent.stack': { bytes: limits.stackMax },
  'UploadReleaseRequest.data': { bytes: limits.releaseFileMax },
  'UploadMapRequest.data': { bytes: limits.releaseFileMax },
  'PublishReleaseRequest.contract': id,
  'PublishReleaseRequest.owner': name,
  'PublishReleaseRequest.files': { items: limits.releaseFilesMax },
  'PublishReleaseRequest.builtWith': { items: limits.releasePackagesMax },
  'Place.titles': { items: limits.placeTitlesMax },
  'Place.paths': { items: limits.placePathsMax },
  'Place.entries': { items: limits.placeEntriesMax },
  'Place.tabs': { items: limits.placeTabsMax },
  'Place.news': { items: limits.placementEventsMax, ...id },
  'PlaceTab.titles': { items: limits.placeTitlesMax },
  'PlaceTab.icon': { bytes: limits.placeIconMax },
  'PlaceEntry.titles': { items: limits.placeTitlesMax },
  'PlaceEntry.to': path,
  'PlaceEntry.icon': { bytes: limits.placeIconMax },
  'Title.language': id,
  'PageRegistryRequest.language': id,
  'TesterReleaseRequest.language': id,
  'Title.text': characters(limits.placeTitleMax),
  'SetWordRequest.pattern': path,
  'UploadPictureRequest.picture': { bytes: limits.pictureMax },
  'HoldFilesRequest.names': { items: limits.filesPerCall, ...id },
  'ReleaseFilesRequest.names': { items: limits.filesPerCall, ...id },
  'AiBotInfo.AiCharacters': { items: limits.charactersMax, ...name },
  'AiBotInfo.owner': id,
  'AiBotInfo.ownerName': name,
  'AiBotInfo.opening': characters(limits.openingMax),
  'AiBotInfo.about': characters(limits.aboutBotMax),
  'AiBotInfo.provider': name,
  'PreviewRequest.said': { items: limits.previewTurns, ...characters(limits.textMax) },
  'AiBotInfo.timeZone': id,
  'AiBotInfo.voice': id,
  'CreateAIVoiceTextRequest.voice': id,
  'CreateAIVoiceTextRequest.text': characters(limits.voiceSampleTextMax),
  'CheckVoiceEnvRequest.pcm': recording,
  'GetVoiceTrainTextsRequest.language': id,
  'RecAIVoiceRequest.textId': id,
  'RecAIVoiceRequest.pcm': recording,
  'GetVoiceRecordingRequest.textId': id,
  'RemoveVoiceRecordingsRequest.textId': id,
  'CloneAiVoiceRequest.language': id,
  'AiMemory.text': characters(limits.memoryMax),
  'StopStreamRequest.ConversationId': id,
  'AgentAnswerRequest.text': characters(limits.textMax),
  'AgentNoteRequest.text': characters(limits.agentNoteMax),
  'DistributePreKeyRequest.list': { items: limits.keyRequestPeopleMax, ...id },
  'DistributePreKeyRequest.devices': { items: limits.keyRequestDevicesMax },
  'PushSubscribeRequest.endpoint': { bytes: limits.pushEndpointMax },
  'PushSubscribeRequest.p256dh': key,
  'PushSubscribeRequest.auth': key,
  'PushChoices.timeZone': id,
  'PushChoices.newMessage': characters(limits.pushTitleMax),
  'PushChoices.won': characters(limits.pushTitleMax),
  'PushChoices.ready': characters(limits.pushTitleMax),
  'PushChoices.deleting': characters(limits.pushTitleMax),
  'PushChoices.calling': characters(limits.pushTitleMax),
  'PushChoices.missedCall': characters(limits.pushTitleMax),
  'PushChoices.waiting': characters(limits.pushTitleMax),
  'PushTestRequest.text': characters(limits.pushTextMax),
  'SpeechTranscribeRequest.audio': { bytes: limits.speechAudioMax },
  'SpeechTranscribeRequest.language': id,
};

const isText = (type: string): boolean => type === 'string' || type === 'bytes';

/**
 * Collects the limits of a message and of its nested messages.
 * @throws Error when the tables lack a limit that a field needs, or the message contains itself.
 */
function collectLimits(
  message: string,
  ancestors: readonly string[],
  found: Record<string, Record<string, FieldLimit>>,
): void {
  if (ancestors.includes(message)) throw new Error(`${message} holds itself: nothing would bound how deep`);
  const own: Record<string, FieldLimit> = (found[message] = {});
  for (const [, field, type, mark] of layouts[message]!) {
    const limit = limitsByPath[`${message}.${field}`] ?? limitsByFieldName[field] ?? {};
    const isMissing = (mark === 'repeated' && limit.items === undefined) || (isText(type) && limit.bytes === undefined);
    if (isMissing) throw new Error(`How much may ${message}.${field} hold? Say it in proto/src/requestLimits.ts`);
    if (mark === 'repeated' || isText(type))
      own[field] = {
        ...(mark === 'repeated' && { items: limit.items! }),
        ...(isText(type) && { bytes: limit.bytes! }),
      };
    if (layouts[type]) collectLimits(type, [...ancestors, message], found);
  }
}

/** The limits of every message that a device sends. */
export const requestLimits: FieldLimits = (() => {
  const found: Record<string, Record<string, FieldLimit>> = {};
  const requestTypes = [
    ...Object.values(routes),
    ...Object.values(commands).filter(({ direction }) => direction === 'up'),
  ];
  for (const { request } of requestTypes) collectLimits(request, [], found);
  const unused = Object.keys(limitsByPath).filter((field) => !found[field.split('.')[0]!]?.[field.split('.')[1]!]);
  if (unused.length > 0)
    throw new Error(`No request has ${unused.join(', ')}: take it out of proto/src/requestLimits.ts`);
  return found;
})();
