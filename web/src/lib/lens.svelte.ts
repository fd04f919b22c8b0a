/** The camera over the board, with its gestures: it follows the race, or goes where fingers, wheel and keys take it. */

import { select, type Selection } from 'd3-selection';
import 'd3-transition';
import { zoom, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';
import { cameraOf, fillScale, fit, fitScale, framed, transformOf, type Camera, type Size } from './camera';
import { settings } from './settings.svelte';
import type { Board } from './types';
import type { Point } from './ways';

const FOLLOW_SQUARE = 58;
/** To show all choices at once, the view shrinks to no less than this share of the usual scale. */
const SMALLEST = 0.5;
/** If the squares of the whole course would be smaller than this, the view follows the race from the start. */
const READABLE = 30;
/** How many times closer than the whole board the view can zoom in. */
const NEAREST = 12;
/** A pointer that moves fewer pixels than this is pressing, not dragging. */
export const STEADY = 7;
const FLIGHT = 350;

/** What there is to see on a board. All of it may change at any time. */
interface Sight {
  board: Board;
  /** The size of a typical square. */
  unit: number;
  narrow: boolean;
  /** Where the piece that is due stands; if none is due, the head of the race. */
  spotlight: Point;
  /** Whether a piece is due. */
  due: boolean;
  /** Whether there is anything to follow at all. */
  empty: boolean;
  /** The route of the picked choice; without one, where the pieces that just moved started and ended. */
  picked: Point[];
  /** The square that the coach advises, if any. */
  advised: Point[];
  /** The squares within reach, nearest first, each with the place of its label. */
  ends: [Point, Point][];
}

export class Lens {
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 1 });
  follow = $state(false);
  private screen: Size = { width: 1, height: 1 };
  private placed = false;
  private readonly gestures: ZoomBehavior<HTMLElement, unknown>;
  private stage: Selection<HTMLElement, unknown, null, undefined> | null = null;

  constructor(private readonly sight: () => Sight) {
    this.gestures = zoom<HTMLElement, unknown>()
      .clickDistance(STEADY)
      .extent(() => [
        [0, 0],
        [this.screen.width, this.screen.height],
      ])
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.follow = false;
        this.camera = cameraOf(event.transform, this.screen);
      });
  }

  /** Listen to the gestures on an element. Returns a function that stops this. */
  attach(element: HTMLElement): () => void {
    this.stage = select(element);
    // What a double click does depends on what lies under it, so the board decides.
    this.stage.call(this.gestures).on('dblclick.zoom', null);
    this.stage.call(this.gestures.transform, transformOf(this.camera, this.screen));
    return () => {
      this.stage?.interrupt();
      this.stage?.on('.zoom', null);
      this.stage = null;
    };
  }

  /** Fit the board to a screen of this size. The first time, decide whether to follow the race. */
  fill(screen: Size): void {
    this.screen = screen;
    const { board, unit, narrow } = this.sight();
    this.bound();
    if (this.placed) {
      this.jump(this.camera);
      this.look();
      return;
    }
    this.placed = true;
    const whole = fit(board.view, screen);
    this.follow = narrow || (board.squares.length > 0 && unit * whole.scale < READABLE);
    this.jump(this.follow && board.squares.length ? { ...this.sight().spotlight, scale: this.followScale() } : whole);
    this.look();
  }

  /** Adapt to another board, on which the race continues. */
  change(): void {
    if (!this.placed) return;
    this.bound();
    if (this.follow) this.look();
    else this.jump(fit(this.sight().board.view, this.screen));
  }

  /** Keep the view on the board, and the scale within limits. */
  private bound(): void {
    const { view } = this.sight().board;
    const least = fitScale(view, this.screen);
    this.gestures.scaleExtent([least, least * NEAREST]).translateExtent([
      [view[0], view[1]],
      [view[0] + view[2], view[1] + view[3]],
    ]);
  }

  private goal(camera: Camera) {
    const [least, most] = this.gestures.scaleExtent();
    const wanted = transformOf({ ...camera, scale: Math.min(Math.max(camera.scale, least), most) }, this.screen);
    const { width, height } = this.screen;
    return this.gestures.constrain()(
      wanted,
      [
        [0, 0],
        [width, height],
      ],
      this.gestures.translateExtent(),
    );
  }

  private jump(camera: Camera): void {
    const goal = this.goal(camera);
    if (this.stage) this.stage.interrupt().call(this.gestures.transform, goal);
    else this.camera = cameraOf(goal, this.screen);
  }

  private fly(camera: Camera): void {
    if (settings.stillness) this.jump(camera);
    else this.stage?.transition().duration(FLIGHT).call(this.gestures.transform, this.goal(camera));
  }

  whole(): void {
    this.follow = false;
    this.fly(fit(this.sight().board.view, this.screen));
  }

  toggleFollow(): void {
    this.follow = !this.follow;
    if (this.follow) this.look();
    else this.whole();
  }

  /** Zoom in or out. The point under (x, y) on the screen stays where it is. */
  zoom(factor: number, at?: Point): void {
    this.follow = false;
    this.stage?.call(this.gestures.scaleBy, factor, at && [at.x, at.y]);
  }

  private followScale(): number {
    const { board, unit, narrow } = this.sight();
    return Math.max(
      FOLLOW_SQUARE / unit,
      fitScale(board.view, this.screen),
      narrow ? fillScale(board.view, this.screen) : 0,
    );
  }

  /** Look at what matters now, if the view follows the race. */
  look(): void {
    if (this.placed && this.follow) this.fly(this.best());
  }

  private best(): Camera {
    const { board, unit, picked, advised, ends, spotlight, due, empty } = this.sight();
    if (empty || !board.squares.length) return fit(board.view, this.screen);
    const scale = this.followScale();
    const around = (points: Point[]) => framed(points, unit * 3, scale, this.screen);
    if (picked.length > 1) return around(picked);
    // Show every square within reach; if that would make everything too small, only the nearest ones. If no piece is
    // due, because something is being placed on the road, no square is nearer than the others: show them all.
    if (!due && ends.length) return around(ends.map(([square]) => square));
    for (let seen = ends.length; seen > 0; seen--) {
      const view = around([spotlight, ...advised, ...ends.slice(0, seen).flat()]);
      if (view.scale >= scale * SMALLEST || ends.length === 1) return view;
    }
    return around([spotlight, ...advised]);
  }
}
