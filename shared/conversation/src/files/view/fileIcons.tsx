// Which icon stands for which kind of file.
import type { FileType } from '@amber/proto/bodies';
import { FileIcon, PhotoIcon, SoundIcon, VideoIcon } from '@amber/ui/fileIcons';
import type { ComponentType } from 'react';

export const fileIcons: Record<FileType, ComponentType> = { image: PhotoIcon, video: VideoIcon, audio: SoundIcon, file: FileIcon };
