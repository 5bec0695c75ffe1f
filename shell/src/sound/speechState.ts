// The state of what is read aloud, which exists before its code is loaded.
import type { SpeechState } from '@amber/client/remote';
import { BehaviorSubject } from 'rxjs';

export const silence: SpeechState = {
  track: null,
  status: 'paused',
  fault: '',
  cloned: false,
  at: 0,
  duration: 0,
  textFrom: 0,
  textTo: 0,
};

export const speechState$ = new BehaviorSubject<SpeechState>(silence);
