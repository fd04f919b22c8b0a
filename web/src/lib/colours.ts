/** Ink that can be read on any colour. */

export const INK = '#1D2A3A';
export const PAPER = '#FBF7EC';

export function luminance(colour: string): number {
  const hex = colour.replace('#', '');
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((i) => {
    const v = parseInt(full.slice(i, i + 2), 16) / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Ink or paper, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  return contrast(colour, INK) >= contrast(colour, PAPER) ? INK : PAPER;
}

/** The contrast that small text needs. */
const LEGIBLE = 4.5;

/** A background on which small text can be read: the colour itself, or one as close to it as possible. */
export function ground(colour: string): string {
  const ink = inkOn(colour);
  const towards = ink === PAPER ? 0 : 255;
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = `#${parts
      .map((part) =>
        Math.round(part + (towards - part) * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrast(mixed, ink) >= LEGIBLE) return share ? mixed : colour;
  }
  return colour;
}
