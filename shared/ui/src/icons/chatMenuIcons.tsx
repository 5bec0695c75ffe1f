// The icons of a chat's menu and of the archive, loaded with them.
import { icon } from './icons.tsx';

export const ArchiveIcon = icon(
  <path d="M4 5h16v4H4zM5.5 9v9.5A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5V9M10 13h4" />,
);
export const UnpinIcon = icon(<path d="M9 4h6l-.7 6.5L18 14v1.5H6V14l3.7-3.5zM12 15.5V21M4 4l16 16" />);
export const UnreadIcon = icon(
  <>
    <path d="M14.5 5H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h1v3.5L11 17h7a2 2 0 0 0 2-2v-4.5" />
    <circle cx="19" cy="6" r="2" />
  </>,
);
export const BlockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="m6.5 6.5 11 11" />
  </>,
);
