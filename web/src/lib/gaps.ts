/** Gaps to the leader, in a race or through a tour. */

import type { Classification } from './types';

/** About five round numbers from 0 to `most`, for the scale of a chart. */
export function rungsOf(most: number): number[] {
  const rough = Math.max(1, most / 5);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** How far each line of a classification was behind the leader after each stage; at the start all are level. */
export function gapsAfter(table: Pick<Classification, 'best' | 'lines'>): (number | undefined)[][] {
  const stages = Math.max(0, ...table.lines.map((line) => line.after.length));
  const lead = Array.from({ length: stages }, (_, i) => {
    const totals = table.lines.map((line) => line.after[i]).filter((total) => total !== undefined);
    return table.best === 'most' ? Math.max(...totals) : Math.min(...totals);
  });
  return table.lines.map((line) => [0, ...line.after.map((total, i) => Math.abs(total - lead[i]!))]);
}
