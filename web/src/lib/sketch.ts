/** A course as a small sketch: the middle of its road as one stroke. */

import type { CourseShape } from './types';
import { smoothPath } from './ways';

export interface Sketch {
  /** Points along the road, each with the direction there, in degrees. */
  road: { x: number; y: number; angle: number }[];
  path: string;
  view: string;
  /** The width of the road, and of one lane. */
  wide: number;
  lane: number;
}

/** The sketch of a course; null if it has fewer than three points. */
export function sketch({ points, wide, lane, closed }: CourseShape): Sketch | null {
  const road = points.map(([x, y, angle]) => ({ x, y, angle }));
  if (road.length < 3) return null;
  const [xs, ys] = [road.map((point) => point.x), road.map((point) => point.y)];
  const [x0, x1, y0, y1] = [
    Math.min(...xs) - wide,
    Math.max(...xs) + wide,
    Math.min(...ys) - wide,
    Math.max(...ys) + wide,
  ];
  return {
    road,
    path: smoothPath(closed ? [...road, road[0]!] : road) + (closed ? 'Z' : ''),
    view: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`,
    wide,
    lane,
  };
}
