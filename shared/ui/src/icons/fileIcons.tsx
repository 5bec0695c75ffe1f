// The icons of files and players, in their own module because they load with the first file.
import { directedIcon, icon } from './icons.tsx';

export const PhotoIcon = icon(
  <>
    <rect x="4" y="5" width="16" height="14" rx="3" />
    <path d="m4.5 16.5 4-4 3.5 3.5 2.5-2.5 5 5" />
    <circle cx="15" cy="9.5" r="1.3" />
  </>,
);
export const VideoIcon = icon(
  <>
    <rect x="3.5" y="6" width="12" height="12" rx="3" />
    <path d="m15.5 11 5-3v8l-5-3" />
  </>,
);
export const SoundIcon = icon(
  <>
    <path d="M9.5 17V6.5L19 4.5V15" />
    <circle cx="7" cy="17" r="2.5" />
    <circle cx="16.5" cy="15" r="2.5" />
  </>,
);
export const FileIcon = icon(<path d="M13.5 3.5H8a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V8zM13.5 3.5V8H18" />);
export const PlayIcon = icon(
  <path fill="currentColor" d="M8 5.8v12.4a.5.5 0 0 0 .8.4l9-6.2a.5.5 0 0 0 0-.8l-9-6.2a.5.5 0 0 0-.8.4z" />,
);
export const PauseIcon = icon(<path strokeWidth="3.5" d="M8.5 6.5v11M15.5 6.5v11" />);
export const ZoomInIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4 4M11 8.5v5M8.5 11h5" />
  </>,
);
export const ZoomOutIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4 4M8.5 11h5" />
  </>,
);
export const PreviousIcon = directedIcon(<path d="m14.5 6-6 6 6 6" />);
export const VolumeIcon = directedIcon(
  <path d="M4.5 9.5v5H8l4.5 4v-13L8 9.5zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11" />,
);
export const MutedIcon = directedIcon(<path d="M4.5 9.5v5H8l4.5 4v-13L8 9.5zM16.5 9.5l5 5m0-5-5 5" />);
export const FullScreenIcon = icon(<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />);
