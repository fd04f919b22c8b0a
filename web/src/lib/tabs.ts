/** What lies beside the board, a page each. */

export type Tab = 'sheets' | 'story' | 'chat' | 'table';

export const TABS: [Tab, string][] = [
  ['sheets', 'Sheets'],
  ['story', 'Story'],
  ['chat', 'Chat'],
  ['table', 'Table'],
];
