// What the screen shows of a call.

/** Why a call is over. */
export type CallEnd =
  | 'hungUp'
  | 'declined'
  /** Nobody has answered the call of this person. */
  | 'noAnswer'
  /** This person has not answered in time, or the caller has given up. */
  | 'missed'
  | 'busy'
  /** This person is in a call on another device. */
  | 'inCall'
  /** Another device has answered. */
  | 'elsewhere'
  /** No path leads from one device to the other. */
  | 'unreachable'
  /** The connection is gone. */
  | 'lost'
  /** It could not begin: `fault` says why. */
  | 'failed';

/** Why this person's camera is off. */
export type CameraProblem =
  | 'none'
  | 'refused'
  | 'taken'
  | 'failed'
  | 'lost' /** The other person's build shows no pictures. */
  | 'unsupported';

export interface CallState {
  callId: string;
  conversationId: string;
  /** The other person. */
  identifier: string;
  /**
   * 'starting': the microphone is asked for, and the camera of a video call. 'calling': no device of the other person has said yet that it rings.
   * 'ringing': one has. 'incoming': it rings here. 'reconnecting': the sound has stopped, and another path is looked for.
   */
  status: 'starting' | 'calling' | 'ringing' | 'incoming' | 'connecting' | 'connected' | 'reconnecting' | 'ended';
  isMuted: boolean;
  /** Whether the microphone was unplugged: the other person hears nothing. */
  isMicrophoneLost: boolean;
  /** Whether the caller has called with a picture. */
  isVideo: boolean;
  /** The own camera. */
  camera: 'off' | 'starting' | 'on';
  cameraProblem: CameraProblem | null;
  ownPicture: MediaStream | null;
  theirPicture: MediaStream | null;
  /** When the two were first connected, by this device's clock; 0 before that. */
  connectedAt: number;
  end: CallEnd | null;
  /** The code of a fault; empty without one. */
  fault: string;
}
