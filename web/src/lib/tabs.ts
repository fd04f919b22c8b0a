/** The tabs beside the board. */

export type Tab = 'sheets' | 'story' | 'chat' | 'table';

export const TABS: [Tab, string][] = [
  ['sheets', 'Sheets'],
  ['story', 'Race report'],
  ['chat', 'Chat'],
  ['table', 'Table'],
];
