// The pictures of the demo's moments, drawn as SVG: 960 × 640.

const drawing = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">${shapes}</svg>`;

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const holes = times(10)
  .flatMap((row) =>
    times(26)
      .filter((column) => (column * column * 3 + row * 11 + column * row) % 7 < 2)
      .map(
        (column) =>
          `<rect x="${112 + column * 28.5}" y="${150 + row * 36}" width="13" height="24" rx="2" fill="#2b1d10"/>`,
      ),
  )
  .join('');

/** A punched card on a table. */
export const punchedCard = drawing(
  `<rect width="960" height="640" fill="#2b1d10"/>
  <path d="M80 92 H846 L888 134 V548 H80 Z" fill="#f3dfb4"/>
  <path d="M104 124 H832" stroke="#c9a86a" stroke-width="3"/><path d="M104 524 H864" stroke="#c9a86a" stroke-width="3"/>
  ${holes}`,
);

const rules = times(9)
  .map((line) => `<path d="M150 ${130 + line * 52} H810" stroke="#b9c4d6" stroke-width="3"/>`)
  .join('');

/** A moth, taped into a logbook. */
export const moth = drawing(
  `<rect width="960" height="640" fill="#6d5a46"/><rect x="110" y="60" width="740" height="540" rx="8" fill="#f8f4e8"/>
  ${rules}<path d="M210 60 V600" stroke="#e39a9a" stroke-width="3"/>
  <g transform="translate(500 330) rotate(-14)" fill="#7a6a55">
    <path d="M-8 -20 C-70 -130 -210 -120 -200 -40 C-194 10 -80 20 -8 6 Z"/>
    <path d="M8 -20 C70 -130 210 -120 200 -40 C194 10 80 20 8 6 Z"/>
    <path d="M-8 8 C-90 20 -130 80 -90 112 C-50 130 -14 60 -6 30 Z" fill="#94826a"/>
    <path d="M8 8 C90 20 130 80 90 112 C50 130 14 60 6 30 Z" fill="#94826a"/>
    <circle cx="-126" cy="-52" r="20" fill="#f1e2c4"/><circle cx="126" cy="-52" r="20" fill="#f1e2c4"/>
    <ellipse rx="15" ry="66" fill="#4a3d2f"/>
    <path d="M-5 -62 C-20 -100 -44 -112 -58 -112 M5 -62 C20 -100 44 -112 58 -112" fill="none" stroke="#4a3d2f" stroke-width="6"/>
  </g>
  <rect x="380" y="300" width="250" height="62" fill="#f2c14e" opacity="0.55" transform="rotate(-14 500 330)"/>`,
);

const stars = times(90)
  .map((star) => {
    const [x, y] = [(star * 397) % 960, (star * 211 + star * star * 3) % 640];
    return `<circle cx="${x}" cy="${y}" r="${1 + (star % 3) * 0.8}" fill="#fff" opacity="${0.3 + (star % 5) * 0.14}"/>`;
  })
  .join('');

/** The trajectory of a capsule around the earth. */
export const trajectory = drawing(
  `<rect width="960" height="640" fill="#0d1424"/>${stars}
  <circle cx="420" cy="720" r="330" fill="#1c5d8c"/><circle cx="420" cy="720" r="330" fill="none" stroke="#7fc4ee" stroke-width="6" opacity="0.5"/>
  <clipPath id="globe"><circle cx="420" cy="720" r="327"/></clipPath>
  <g clip-path="url(#globe)" fill="#3c9a6b">
    <path d="M150 520 C220 430 300 440 330 480 C360 520 300 560 320 600 C330 640 260 660 200 640 Z"/>
    <path d="M430 440 C500 410 560 450 540 490 C520 520 590 540 640 520 C700 500 720 600 660 640 C600 650 520 620 500 570 C490 530 420 500 430 440 Z"/>
  </g>
  <path d="M90 590 C210 130 720 60 890 470" fill="none" stroke="#fbab2e" stroke-width="6" stroke-dasharray="4 18" stroke-linecap="round"/>
  <g transform="translate(610 197) rotate(28)"><path d="M-30 22 L-16 -26 H16 L30 22 Z" fill="#e8edf4"/><path d="M-30 22 H30 L24 34 H-24 Z" fill="#9aa7b8"/><circle cy="-4" r="8" fill="#0d1424"/></g>`,
);
