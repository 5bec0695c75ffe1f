// The view of a file message, chosen by its kind.
import { createElement, type ComponentType } from 'react';
import type { FileType } from '@amber/proto/bodies';
import { AudioView } from './AudioView.tsx';
import { FileCard } from './FileCard.tsx';
import type { FileViewProps } from './fileViewProps.ts';
import { ImageView } from './ImageView.tsx';
import { VideoView } from './VideoView.tsx';
import { VoiceView } from './VoiceView.tsx';

const views: Record<FileType, ComponentType<FileViewProps>> = {
  image: ImageView,
  video: VideoView,
  audio: AudioView,
  file: FileCard,
};

/** Rendered in the space that the bubble reserves. */
export const FileView = (props: FileViewProps) =>
  createElement(props.body.voice ? VoiceView : views[props.row.message.content.type as FileType], props);
