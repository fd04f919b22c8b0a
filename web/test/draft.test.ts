import { describe, expect, it } from 'vitest';
import {
  chapters,
  EMPTY,
  fingerprint,
  insert,
  laid,
  move,
  otherSides,
  readDraft,
  remove,
  swap,
  toggleMark,
  troubled,
  turn,
} from '../src/lib/draft';
import type { BuilderInfo, BuilderPart, Draft, DraftFault } from '../src/lib/types';

const part = (id: string, chapter: string, stock: string, ...turns: string[]): BuilderPart => ({
  id,
  chapter,
  stock,
  label: id,
  terrain: 'flat',
  sign: '',
  turns: turns.map((one) => ({ id: one, label: one, picture: '' })),
});
const mark = (id: string, kind: string) => ({ id, kind, label: id, sign: id[0]!, paint: 'other' });
const PARTS = [
  part('1A', 'Start', '1', ''),
  part('2A', 'Start', '2', ''),
  part('2B', 'Flat', '2', ''),
  part('7A', 'Flat', '7', 'R', 'L'),
];
const MARKS = [mark('easy', 'category'), mark('hard', 'category'), mark('feed', 'feed')];
const INFO: BuilderInfo = {
  about: '',
  piece: 'Hex',
  most: 20,
  frame: [0, 0, 1, 1],
  parts: PARTS,
  marks: MARKS,
  switches: [],
};
const row = (...ids: string[]): Draft => ({ ...EMPTY, pieces: ids.map((id) => ({ part: id, turn: '', marks: [] })) });
const ids = (draft: Draft) => draft.pieces.map((piece) => piece.part).join(' ');
const fault = (piece: number, warning = false): DraftFault => ({ code: 'E', piece, clause: '', words: '', warning });

describe('a draft', () => {
  it('takes a piece in front, between and behind, and leaves the old draft as it was', () => {
    const before = row('1A', '2B');
    expect(ids(insert(before, -1, laid(PARTS[3]!)))).toBe('7A 1A 2B');
    expect(ids(insert(before, 0, laid(PARTS[3]!)))).toBe('1A 7A 2B');
    expect(ids(insert(before, 1, laid(PARTS[3]!)))).toBe('1A 2B 7A');
    expect(ids(before)).toBe('1A 2B');
  });

  it('lays a part its usual way', () => {
    expect(laid(PARTS[3]!)).toEqual({ part: '7A', turn: 'R', marks: [] });
  });

  it('moves pieces, never past an end', () => {
    expect(ids(move(row('a', 'b', 'c'), 0, 1))).toBe('b a c');
    expect(ids(move(row('a', 'b', 'c'), 2, -1))).toBe('a c b');
    expect(ids(move(row('a', 'b', 'c'), 0, -1))).toBe('a b c');
    expect(ids(move(row('a', 'b', 'c'), 2, 1))).toBe('a b c');
  });

  it('loses a piece', () => {
    expect(ids(remove(row('a', 'b', 'c'), 1))).toBe('a c');
  });

  it('turns a piece over, with what lies on it', () => {
    const marked = toggleMark(row('2A'), 0, MARKS[2]!, MARKS);
    expect(otherSides(PARTS, PARTS[1]!).map((one) => one.id)).toEqual(['2B']);
    expect(otherSides(PARTS, PARTS[0]!)).toEqual([]);
    expect(swap(marked, 0, PARTS[2]!).pieces).toEqual([{ part: '2B', turn: '', marks: ['feed'] }]);
    expect(turn(row('7A'), 0, 'L').pieces[0]!.turn).toBe('L');
  });

  it('carries one mark of a kind', () => {
    const once = toggleMark(toggleMark(row('a'), 0, MARKS[2]!, MARKS), 0, MARKS[0]!, MARKS);
    expect(once.pieces[0]!.marks).toEqual(['easy', 'feed']);
    expect(toggleMark(once, 0, MARKS[1]!, MARKS).pieces[0]!.marks).toEqual(['hard', 'feed']);
    expect(toggleMark(once, 0, MARKS[0]!, MARKS).pieces[0]!.marks).toEqual(['feed']);
  });

  it('is told from others, but not by blanks around its name', () => {
    expect(fingerprint({ ...row('a'), name: ' x ' })).toBe(fingerprint({ ...row('a'), name: 'x' }));
    expect(fingerprint(row('a'))).not.toBe(fingerprint(row('b')));
  });

  it('comes back from the browser only where it fits', () => {
    const kept = { ...row('1A', '2B'), name: 'Mine' };
    expect(readDraft(JSON.stringify(kept), INFO)).toEqual(kept);
    expect(readDraft(JSON.stringify(row('99Z')), INFO)).toBeNull();
    for (const text of [null, '', 'x', '{}', '[]', '{"name":1}']) expect(readDraft(text, INFO)).toBeNull();
  });
});

describe('what is said of it', () => {
  it('marks pieces, errors before warnings, and not the whole', () => {
    expect([...troubled([fault(0), fault(3, true), fault(3), fault(3, true), fault(5, true)])]).toEqual([
      [2, 'error'],
      [4, 'warning'],
    ]);
  });

  it('offers parts under their headings', () => {
    expect(chapters(INFO).map(({ title, parts }) => [title, parts.length])).toEqual([
      ['Start', 2],
      ['Flat', 2],
    ]);
  });
});
