// The icons of calls.
import { icon } from './icons.tsx';

const receiver =
  'M8.6 3.5H5.5a2 2 0 0 0-2 2.2 16.5 16.5 0 0 0 14.8 14.8 2 2 0 0 0 2.2-2v-3l-4.4-1.8-2 2.4a12 12 0 0 1-6.2-6.2l2.4-2z';

export const CallIcon = icon(<path d={receiver} />);
export const EndCallIcon = icon(<path d={receiver} transform="rotate(135 12 12)" />);
export const IncomingCallIcon = icon(<path d="M18 6 6 18M6 9v9h9" />);
export const OutgoingCallIcon = icon(<path d="M6 18 18 6M9 6h9v9" />);
export const MissedCallIcon = icon(<path d="m3 8 8 8L21 6M14 6h7v7M3 14V8h6" />);
export const MicrophoneOffIcon = icon(
  <path d="M9 9v2.5a3 3 0 0 0 4.9 2.3M15 11V6.5a3 3 0 0 0-5.7-1.3M5.5 11.5a6.5 6.5 0 0 0 10.4 5.2M18.5 11.5a6.5 6.5 0 0 1-.7 2.9M12 18v3M4 4l16 16" />,
);
const camera = 'M4 7.5A1.5 1.5 0 0 1 5.5 6h8A1.5 1.5 0 0 1 15 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 16.5z';
const lens = 'm15 10.5 4.3-2.6a.5.5 0 0 1 .7.4v7.4a.5.5 0 0 1-.7.4L15 13.5';

export const VideoCallIcon = icon(
  <>
    <path d={camera} />
    <path d={lens} />
  </>,
);
export const CameraOffIcon = icon(
  <path d="M9 6h4.5A1.5 1.5 0 0 1 15 7.5v3l4.3-2.6a.5.5 0 0 1 .7.4v7.4M15 16.5a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6M4 4l16 16" />,
);
export const ShrinkIcon = icon(<path d="M19.5 4.5 14 10m0-4.5V10h4.5M4.5 19.5 10 14m0 4.5V14H5.5" />);
export const EnlargeIcon = icon(<path d="M14 10l5.5-5.5M15 4.5h4.5V9M10 14l-5.5 5.5M9 19.5H4.5V15" />);
