/** Changes to a draft, a course that is being built. Each one returns a new draft, so that it can be taken back. */

import type { BuilderInfo, BuilderMark, BuilderPart, Draft, DraftFault, LaidPiece } from './types';

export const EMPTY: Draft = { name: '', pieces: [], switches: {} };

/** A part as it is first laid: turned the usual way, with no marks on it. */
export function laid(part: BuilderPart): LaidPiece {
  return { part: part.id, turn: part.turns[0]?.id ?? '', marks: [] };
}

/** Insert a piece after the one at index `after`; -1 puts it first. */
export function insert(draft: Draft, after: number, piece: LaidPiece): Draft {
  const pieces = [...draft.pieces];
  pieces.splice(after + 1, 0, piece);
  return { ...draft, pieces };
}

export function remove(draft: Draft, at: number): Draft {
  return { ...draft, pieces: draft.pieces.filter((_, i) => i !== at) };
}

/** Move a piece along the road. A move past either end of the road changes nothing. */
export function move(draft: Draft, from: number, by: number): Draft {
  const to = from + by;
  const piece = draft.pieces[from];
  if (!piece || to < 0 || to >= draft.pieces.length) return draft;
  return insert(remove(draft, from), to - 1, piece);
}

function changed(draft: Draft, at: number, how: (piece: LaidPiece) => LaidPiece): Draft {
  return { ...draft, pieces: draft.pieces.map((piece, i) => (i === at ? how(piece) : piece)) };
}

/** Turn a piece another way. */
export function turn(draft: Draft, at: number, to: string): Draft {
  return changed(draft, at, (piece) => ({ ...piece, turn: to }));
}

/** Lay another part in a piece's place; the marks on the piece stay. */
export function swap(draft: Draft, at: number, part: BuilderPart): Draft {
  return changed(draft, at, (piece) => ({ ...laid(part), marks: piece.marks }));
}

/** The other sides of the same physical piece: the parts that share its stock. */
export function otherSides(parts: BuilderPart[], part: BuilderPart): BuilderPart[] {
  return part.stock ? parts.filter((one) => one.stock === part.stock && one.id !== part.id) : [];
}

/** Put a mark on a piece, or take it off. A piece carries at most one mark of each kind. */
export function toggleMark(draft: Draft, at: number, mark: BuilderMark, marks: BuilderMark[]): Draft {
  return changed(draft, at, (piece) => {
    if (piece.marks.includes(mark.id)) return { ...piece, marks: piece.marks.filter((id) => id !== mark.id) };
    const others = piece.marks.filter((id) => marks.find((one) => one.id === id)?.kind !== mark.kind);
    return { ...piece, marks: marks.map((one) => one.id).filter((id) => id === mark.id || others.includes(id)) };
  });
}

/** Parts under their headings, in the order in which they are offered. */
export function chapters(info: BuilderInfo): { title: string; parts: BuilderPart[] }[] {
  const found: { title: string; parts: BuilderPart[] }[] = [];
  for (const part of info.parts) {
    const last = found.at(-1);
    if (last?.title === part.chapter) last.parts.push(part);
    else found.push({ title: part.chapter, parts: [part] });
  }
  return found;
}

/** The pieces that have a fault. If a piece has both errors and warnings, it counts as an error. */
export function troubled(faults: DraftFault[]): Map<number, 'error' | 'warning'> {
  const found = new Map<number, 'error' | 'warning'>();
  for (const fault of faults) {
    if (fault.piece && found.get(fault.piece - 1) !== 'error')
      found.set(fault.piece - 1, fault.warning ? 'warning' : 'error');
  }
  return found;
}

/** A draft's content as one string, to tell whether it is the one that was saved. */
export const fingerprint = (draft: Draft): string => JSON.stringify([draft.name.trim(), draft.pieces, draft.switches]);

/** The draft that was left in this browser; null if there is none, or if it doesn't fit the game's parts. */
export function readDraft(text: string | null, info: BuilderInfo): Draft | null {
  try {
    const found = JSON.parse(text ?? 'null') as Draft | null;
    if (!found || typeof found.name !== 'string' || !Array.isArray(found.pieces)) return null;
    const known = new Set(info.parts.map((part) => part.id));
    const marks = new Set(info.marks.map((mark) => mark.id));
    const fits = found.pieces.every((piece) => known.has(piece.part) && piece.marks.every((mark) => marks.has(mark)));
    return fits ? { name: found.name, pieces: found.pieces, switches: found.switches ?? {} } : null;
  } catch {
    return null;
  }
}
