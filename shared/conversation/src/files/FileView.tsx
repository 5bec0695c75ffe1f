// What a file message shows, by its kind.
import { type FileType, readFile } from '@amber/proto/bodies';
import { type ComponentType, createElement, useMemo } from 'react';
import type { BubbleProps } from '../bubbles/bubbleProps.ts';
import { UnsupportedBubble } from '../bubbles/UnsupportedBubble.tsx';
import { useLoaded } from '../useLoaded.ts';
import { AudioView } from './AudioView.tsx';
import { FileCard } from './FileCard.tsx';
import type { LoadFiles } from './fileSource.ts';
import type { FileViewProps } from './fileViewProps.ts';
import { ImageView } from './ImageView.tsx';
import { VideoView } from './VideoView.tsx';

const views: Record<FileType, ComponentType<FileViewProps>> = { image: ImageView, video: VideoView, audio: AudioView, file: FileCard };

const never: LoadFiles = () => new Promise(() => {});

/** In the place that its bubble keeps for it. */
export function FileView({ row, reader, tabIndex }: BubbleProps) {
  const { content } = row.message;
  const files = useLoaded(reader.files ?? never, true);
  const body = useMemo(() => readFile(content), [content]);
  if (!body) return <UnsupportedBubble />;
  return files && createElement(views[content.type as FileType], { row, body, files, tabIndex, onOpenPicture: reader.onOpenPicture });
}
