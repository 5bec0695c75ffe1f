// The icons of the picture dialog, which load with it.
import { icon } from '../icons/icons.tsx';

export const CameraIcon = icon(
  <>
    <path d="M8.5 7 10 4.5h4L15.5 7H18a2.5 2.5 0 0 1 2.5 2.5v7A2.5 2.5 0 0 1 18 19H6a2.5 2.5 0 0 1-2.5-2.5v-7A2.5 2.5 0 0 1 6 7z" />
    <circle cx="12" cy="12.7" r="3.3" />
  </>,
);
export const TurnLeftIcon = icon(<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 9M4.5 4.5V9H9" />);
export const TurnRightIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5L19.5 9M19.5 4.5V9H15" />);
