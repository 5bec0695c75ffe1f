// The process that decodes pictures one at a time, so that a hostile picture cannot harm the gateway.
import { limits } from '@amber/proto/limits';
import { answerMessages } from '../core/answerMessages.ts';
import { reencodePicture } from './reencodePicture.ts';

answerMessages(limits.pictureDecodeMemory, (bytes: Uint8Array) => reencodePicture(bytes, limits));
