// The icons of the chat list's rows.
import { icon } from './icons.tsx';

export const PinIcon = icon(<path d="M9 4h6l-.7 6.5L18 14v1.5H6V14l3.7-3.5zM12 15.5V21" />);
export const MutedIcon = icon(
  <path d="M8 6.5a6 6 0 0 1 10 4.5v4M6 10.5v6l-1.5 1.5h13M10 20.5a2.2 2.2 0 0 0 4 0M4 4l16 16" />,
);
