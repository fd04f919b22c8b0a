/** Where the pieces stand, and how they get there: each along its own route. */

import { fan, type Place } from './fan';
import { groupBy } from './groups';
import { settings } from './settings.svelte';
import type { Board, BoardSquare, Piece, Scene } from './types';
import { hasLanes, usualSize, verge } from './verge';
import { pointAlong } from './ways';

/** The squares that a piece passes from one scene to the next. */
export interface Move {
  piece: string;
  way: number[];
}

export interface Standing extends Place {
  /** Whether the piece faces left. */
  left: boolean;
  /** The direction of the road there, in degrees. */
  angle: number;
}

/** The share of a lane's width that a piece takes. */
const LANE_SHARE = 0.98;

const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (-2 * share + 2) ** 2 / 2);
const headsLeft = (square: BoardSquare) => Math.cos((square.angle * Math.PI) / 180) < -0.05;

/** Where all pieces of a scene stand on a board. */
function standingOn(board: Board, scene: Scene): Map<string, Standing> {
  const lanes = hasLanes(board.squares);
  const unit = usualSize(board.squares);
  const beside = (piece: Piece) => lanes && piece.pose === 'off_road' && piece.square !== null;
  const found = new Map<string, Standing>();
  const onRoad = scene.pieces.filter((piece) => piece.square !== null && board.squares[piece.square] && !beside(piece));
  for (const [square, pieces] of groupBy(onRoad, (piece) => piece.square ?? undefined)) {
    const where = board.squares[Number(square)]!;
    const order = [...pieces].sort((a, b) => b.progress - a.progress || a.slot - b.slot);
    const places = fan(where, order.length, unit * 0.44, undefined, lanes ? LANE_SHARE : undefined);
    places.forEach((place, i) => found.set(order[i]!.id, { ...place, left: headsLeft(where), angle: where.angle }));
  }
  for (const [square, pieces] of groupBy(scene.pieces.filter(beside), (piece) => piece.square ?? undefined)) {
    const where = board.squares[Number(square)];
    if (!where) continue;
    const size = where.across * LANE_SHARE;
    pieces.forEach((piece, i) =>
      found.set(piece.id, {
        ...verge(board.squares, where, size * 0.66, i),
        size,
        left: headsLeft(where),
        angle: where.angle,
      }),
    );
  }
  return found;
}

export class Motion {
  standing = $state.raw(new Map<string, Standing>());
  /** Where each piece was last seen, even if it has left the board since. */
  lastSeen = new Map<string, Standing>();
  private frame = 0;

  /** Bring all pieces to their new places. Those that move follow their routes, each starting shortly after the one
   * before, all within `total` milliseconds. */
  show(board: Board, scene: Scene, moves: readonly Move[], total: number): void {
    cancelAnimationFrame(this.frame);
    const target = standingOn(board, scene);
    for (const [id, place] of [...this.standing, ...target]) this.lastSeen.set(id, place);
    if (!moves.length || total <= 0 || settings.stillness || !this.standing.size) {
      this.standing = target;
      return;
    }
    const from = this.standing;
    const stagger = (total * 0.4) / (1 + 0.4 * (moves.length - 1));
    const each = total - stagger * (moves.length - 1);
    const lines = new Map(
      moves.map((move, i) => {
        const middle = move.way.slice(1, -1).map((square) => board.squares[square]);
        const line = [from.get(move.piece), ...middle, target.get(move.piece)].filter((point) => point !== undefined);
        return [move.piece, { line, after: i * stagger }] as const;
      }),
    );
    const start = performance.now();
    const step = (time: number) => {
      const gone = time - start;
      if (gone >= total) {
        this.standing = target;
        return;
      }
      const next = new Map<string, Standing>();
      for (const [id, end] of target) {
        const begin = from.get(id) ?? end;
        const moving = lines.get(id);
        const share = ease(Math.min(1, Math.max(0, (gone - (moving?.after ?? 0)) / (moving ? each : total))));
        const at = pointAlong(moving?.line ?? [begin, end], share);
        const { left, angle } = share < 0.5 ? begin : end;
        next.set(id, { ...at, size: begin.size + (end.size - begin.size) * share, left, angle });
      }
      this.standing = next;
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }
}
