/** The camera over the board, with its gestures: it follows the race, or goes where fingers, wheel and keys take it. */

import { select, type Selection } from 'd3-selection';
import 'd3-transition';
import { zoom, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';
import { cameraOf, fillScale, fit, fitScale, framed, transformOf, type Camera, type Size } from './camera';
import { settings } from './settings.svelte';
import type { Board } from './types';
import type { Point } from './ways';

const FOLLOW_SQUARE = 58;
/** So much smaller than usual the view may get to show all choices at once. */
const SMALLEST = 0.5;
/** Where the squares of the whole course would be smaller than this, the view goes along with the race from the start. */
const READABLE = 30;
/** How many times nearer than the whole board the view gets. */
const NEAREST = 12;
/** A pointer that moves less, in pixels, has pressed and not dragged. */
export const STEADY = 7;
const FLIGHT = 350;

/** What there is to see on a board; all of it may change at any time. */
interface Sight {
  board: Board;
  /** How large a usual square is. */
  unit: number;
  narrow: boolean;
  /** The piece that is due, or the head of the race. */
  spotlight: Point;
  /** Whether some piece is due. */
  due: boolean;
  /** Whether there is anything to follow at all. */
  empty: boolean;
  /** The way of the choice in hand. */
  picked: Point[];
  /** Where the coach would have the rider go. */
  advised: Point[];
  /** For each square that can be ridden to, from the nearest on: it, and where its label stands. */
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

  /** Take the gestures of an element; gives back how to let go of it. */
  attach(element: HTMLElement): () => void {
    this.stage = select(element);
    // What a double click does depends on what lies under it: the board decides.
    this.stage.call(this.gestures).on('dblclick.zoom', null);
    this.stage.call(this.gestures.transform, transformOf(this.camera, this.screen));
    return () => {
      this.stage?.interrupt();
      this.stage?.on('.zoom', null);
      this.stage = null;
    };
  }

  /** The board shows on a screen of this size. */
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

  /** The race goes on on another board. */
  change(): void {
    if (!this.placed) return;
    this.bound();
    if (this.follow) this.look();
    else this.jump(fit(this.sight().board.view, this.screen));
  }

  /** Keep to the board, and the scale within reason. */
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

  /** Nearer or farther; the point under (x, y) on the screen stays where it is. */
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

  /** Look at what matters now, if the view goes along with the race. */
  look(): void {
    if (this.placed && this.follow) this.fly(this.best());
  }

  private best(): Camera {
    const { board, unit, picked, advised, ends, spotlight, due, empty } = this.sight();
    if (empty || !board.squares.length) return fit(board.view, this.screen);
    const scale = this.followScale();
    const around = (points: Point[]) => framed(points, unit * 3, scale, this.screen);
    if (picked.length > 1) return around(picked);
    // All that can be ridden to is to be seen; if that would make everything small, what is nearest. Where nobody rides
    // but something is set down anywhere on the road, nothing is nearer than the rest.
    if (!due && ends.length) return around(ends.map(([square]) => square));
    for (let seen = ends.length; seen > 0; seen--) {
      const view = around([spotlight, ...advised, ...ends.slice(0, seen).flat()]);
      if (view.scale >= scale * SMALLEST || ends.length === 1) return view;
    }
    return around([spotlight, ...advised]);
  }
}
