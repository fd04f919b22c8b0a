/** The visible part of the board: its centre, and how many pixels one unit of the board takes. */

import { zoomIdentity, type ZoomTransform } from 'd3-zoom';
import type { Point } from './ways';

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

/** A camera that shows all these points with some room around them, at the given scale or a smaller one. */
export function framed(points: readonly Point[], room: number, scale: number, screen: Size): Camera {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const most = Math.min(screen.width / (x1 - x0 + room), screen.height / (y1 - y0 + room));
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: Math.min(scale, most) };
}

/** The camera as d3 stores it: the shift and the scale that bring the board onto the screen. */
export function transformOf(camera: Camera, screen: Size): ZoomTransform {
  return zoomIdentity
    .translate(screen.width / 2, screen.height / 2)
    .scale(camera.scale)
    .translate(-camera.x, -camera.y);
}

export function cameraOf(transform: ZoomTransform, screen: Size): Camera {
  const [x, y] = transform.invert([screen.width / 2, screen.height / 2]);
  return { x, y, scale: transform.k };
}

export function toScreen(camera: Camera, screen: Size, x: number, y: number): Point {
  return { x: (x - camera.x) * camera.scale + screen.width / 2, y: (y - camera.y) * camera.scale + screen.height / 2 };
}

export function viewBox(camera: Camera, screen: Size): string {
  const [w, h] = [screen.width / camera.scale, screen.height / camera.scale];
  return `${camera.x - w / 2} ${camera.y - h / 2} ${w} ${h}`;
}
