/** What part of the board is seen: a middle, and how many pixels a unit of the board is. */

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type View = readonly [number, number, number, number];

export const fitScale = (view: View, screen: Size) => Math.min(screen.width / view[2], screen.height / view[3]);
export const fillScale = (view: View, screen: Size) => Math.max(screen.width / view[2], screen.height / view[3]);

export function fit(view: View, screen: Size): Camera {
  return { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2, scale: fitScale(view, screen) };
}

/** Keep the board on the screen and the scale within reason. */
export function settle(camera: Camera, view: View, screen: Size, most = 12): Camera {
  const least = fitScale(view, screen);
  const scale = Math.min(Math.max(camera.scale, least), least * most);
  const hold = (at: number, from: number, length: number, shown: number) => {
    const half = shown / scale / 2;
    return half * 2 >= length ? from + length / 2 : Math.min(Math.max(at, from + half), from + length - half);
  };
  return {
    scale,
    x: hold(camera.x, view[0], view[2], screen.width),
    y: hold(camera.y, view[1], view[3], screen.height),
  };
}

/** Zoom so that the point under (px, py), in pixels of the screen, stays where it is. */
export function zoomAt(camera: Camera, factor: number, px: number, py: number, screen: Size): Camera {
  const scale = camera.scale * factor;
  const [ox, oy] = [px - screen.width / 2, py - screen.height / 2];
  return { scale, x: camera.x + ox / camera.scale - ox / scale, y: camera.y + oy / camera.scale - oy / scale };
}

export function toScreen(camera: Camera, screen: Size, x: number, y: number): { x: number; y: number } {
  return { x: (x - camera.x) * camera.scale + screen.width / 2, y: (y - camera.y) * camera.scale + screen.height / 2 };
}

export function viewBox(camera: Camera, screen: Size): string {
  const [w, h] = [screen.width / camera.scale, screen.height / camera.scale];
  return `${camera.x - w / 2} ${camera.y - h / 2} ${w} ${h}`;
}

/** The share of the way from one camera to another. */
export function between(a: Camera, b: Camera, share: number): Camera {
  return {
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
    scale: a.scale * (b.scale / a.scale) ** share,
  };
}
