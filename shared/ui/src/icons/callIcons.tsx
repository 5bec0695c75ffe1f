// The icons of calls.
import { icon } from './icons.tsx';

const receiver =
  'M8.6 3.5H5.5a2 2 0 0 0-2 2.2 16.5 16.5 0 0 0 14.8 14.8 2 2 0 0 0 2.2-2v-3l-4.4-1.8-2 2.4a12 12 0 0 1-6.2-6.2l2.4-2z';

export const CallIcon = icon(<path d={receiver} />);
export const EndCallIcon = icon(<path d={receiver} transform="rotate(135 12 12)" />);
export const MicrophoneOffIcon = icon(
  <path d="M9 9v2.5a3 3 0 0 0 4.9 2.3M15 11V6.5a3 3 0 0 0-5.7-1.3M5.5 11.5a6.5 6.5 0 0 0 10.4 5.2M18.5 11.5a6.5 6.5 0 0 1-.7 2.9M12 18v3M4 4l16 16" />,
);
