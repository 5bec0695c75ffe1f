// Draws a campaign's picture to share in chats: its banner with its title and reward.
import type { Campaign } from '@amber/proto';
import { isPublicPicture } from '@amber/proto/publicPictures';
import { bannerOf } from './bannerOf.ts';

const [width, height, edge] = [1_200, 630, 64];

/** The colours of the dark theme, so that the picture looks the same for everybody. */
const colours = { back: '#111111', text: '#ffffff', reward: '#f8ad2d' };

async function loadImage(src: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = src;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/** Truncates a text to the width of a line, in pixels. */
function truncateText(context: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  if (context.measureText(text).width <= maxWidth) return text;
  const letters = [...text];
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > maxWidth) letters.pop();
  return `${letters.join('')}…`;
}

/** Returns null if this browser cannot draw it. */
export async function renderSharePicture(
  campaign: Pick<Campaign, 'banner' | 'title' | 'reward' | 'id'>,
): Promise<File | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = colours.back;
  context.fillRect(0, 0, width, height);
  const path = bannerOf(campaign as Campaign);
  const banner = isPublicPicture(path) ? await loadImage(path) : null;
  if (banner && banner.naturalWidth > 0) {
    const scale = Math.max(width / banner.naturalWidth, 400 / banner.naturalHeight);
    const [w, h] = [banner.naturalWidth * scale, banner.naturalHeight * scale];
    context.save();
    context.beginPath();
    context.rect(0, 0, width, 400);
    context.clip();
    context.drawImage(banner, (width - w) / 2, (400 - h) / 2, w, h);
    context.restore();
  }
  const isMirrored = document.documentElement.dir === 'rtl';
  context.textAlign = 'start';
  context.direction = isMirrored ? 'rtl' : 'ltr';
  const start = isMirrored ? width - edge : edge;
  context.fillStyle = colours.text;
  context.font = '600 60px sans-serif';
  context.fillText(truncateText(context, campaign.title, width - 2 * edge), start, 500);
  context.fillStyle = colours.reward;
  context.font = '500 40px sans-serif';
  context.fillText(truncateText(context, campaign.reward, width - 2 * edge), start, 570);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob && new File([blob], `${campaign.id}.png`, { type: 'image/png' });
}
