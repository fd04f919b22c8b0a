/** What lies beside the board, one page each. */

export type Tab = 'sheets' | 'story' | 'chat' | 'table';

export const TABS: [Tab, string][] = [
  ['sheets', 'Sheets'],
  ['story', 'Race report'],
  ['chat', 'Chat'],
  ['table', 'Table'],
];
